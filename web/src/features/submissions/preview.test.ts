import { expect, it } from 'vitest';
import { previewOf } from '#features/submissions/preview.ts';
import { buildSubmission } from '#features/submissions/submission.test-setup.ts';

it.each([
  ['values in one line', { name: 'Ada', message: 'Hello\n  there' }, 'Ada · Hello there'],
  ['nothing of what is empty', { name: '', message: 'Hello' }, 'Hello'],
  ['lists and objects as they are', { list: ['a'], no: null }, '["a"] · null'],
  ['markup as text', { html: '<script>alert(1)</script>' }, '<script>alert(1)</script>'],
])('shows %s', (_, data, expected) => {
  expect(previewOf(buildSubmission({ data }))).toBe(expected);
});

it('stays short for any submission', () => {
  const fields = Object.fromEntries(Array.from({ length: 200 }, (_, index) => [`f${index}`, 'x'.repeat(1_000)]));
  expect(previewOf(buildSubmission({ data: fields })).length).toBeLessThanOrEqual(160);
});
