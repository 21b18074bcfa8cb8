import { expect, it } from 'vitest';
import { listLines } from '#submissions/list-lines.ts';
import { weightOfPart } from '#submissions/mail-size.ts';
import type { View } from '#submissions/show-submission.ts';

const view: View = { linkTo: String, formatMoment: String, formatTime: () => '12:04', fieldRoles: null };
const submission = (fields: Record<string, string> | null) => ({
  id: 'id',
  createdAt: new Date(),
  fields: fields && Object.entries(fields).map(([name, text]) => ({ name, text })),
});

it('names a submission by its sender, its subject and its message, and then the other fields', () => {
  const fields = {
    x: 'Y',
    message: 'Hello\n  there',
    empty: ' ',
    Subject: 'Hi',
    'Full name': 'Ada',
    'e-mail': 'ada@example.com',
  };
  const { text, html } = listLines(view, [submission(fields)], 10_000);
  expect(text).toBe('12:04 Ada, ada@example.com, Hi, Hello there, Y');
  expect(html).toBe(`<p>${text}</p>`);
});

it('goes by the choice of the owner, and by the names of the fields where that is absent', () => {
  const chosen = { ...view, fieldRoles: { name: 'company', subject: null, message: 'wish' } };
  const submissions = [
    { name: 'Ada', wish: 'Tea', company: 'Acme' },
    { note: 'Hi', name: 'Ada' },
  ].map(submission);
  expect(listLines(chosen, submissions, 10_000).text).toBe('12:04 Acme, Tea, Ada\n12:04 Ada, Hi');
});

it('has a line for a submission without fields, and for one that was not read', () => {
  expect(listLines(view, [submission({}), submission(null)], 10_000).text).toBe(
    '12:04 no fields\n12:04 a large submission',
  );
});

it('makes every line shorter where they do not fit, and leaves none out', () => {
  const many = Array.from({ length: 300 }, (_, n) => submission({ text: `${n} <&> é ${'x'.repeat(200)}` }));
  for (const budget of [80_000, 20_000, 13_000]) {
    const part = listLines(view, many, budget);
    expect(weightOfPart(part)).toBeLessThanOrEqual(budget);
    expect(part.text.split('\n').map((line) => /^12:04 (\d+)/.exec(line)?.[1])).toEqual(many.map((_, n) => `${n}`));
  }
});
