import { expect, it } from 'vitest';
import { createExportShare } from '#export/export-share.ts';

it('refuses an account its fourth export, and nobody else', () => {
  const { places } = createExportShare(10);
  const [leave] = [1, 2, 3].map(() => places.take('one'));
  expect(() => places.take('one')).toThrow('3 exports of this account');
  places.take('another');
  leave?.();
  places.take('one');
  expect(() => places.take('one')).toThrow(expect.objectContaining({ status: 429, code: 'too_many_exports' }));
});

it('refuses everybody when the process has enough to do', () => {
  const { places } = createExportShare(10);
  const leaves = Array.from({ length: 20 }, (_, index) => places.take(`account ${index}`));
  expect(() => places.take('late')).toThrow(expect.objectContaining({ status: 503, code: 'exports_busy' }));
  for (const leave of leaves) leave();
  for (let index = 0; index < 20; index += 1) places.take(`account ${index}`);
});
