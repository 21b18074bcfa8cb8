import { expect, it } from 'vitest';
import { createExportShare } from '#inbox/export/export-share.ts';

it('refuses an account its fourth export, and no other account', () => {
  const { slots } = createExportShare(10);
  const [leave] = [1, 2, 3].map(() => slots.take('one'));
  expect(() => slots.take('one')).toThrow('3 exports of this account');
  slots.take('another');
  leave?.();
  slots.take('one');
  expect(() => slots.take('one')).toThrow(expect.objectContaining({ status: 429, code: 'too_many_exports' }));
});

it('refuses everybody when the process has enough to do', () => {
  const { slots } = createExportShare(10);
  const leaves = Array.from({ length: 20 }, (_, index) => slots.take(`account ${index}`));
  expect(() => slots.take('late')).toThrow(expect.objectContaining({ status: 503, code: 'exports_busy' }));
  for (const leave of leaves) leave();
  for (let index = 0; index < 20; index += 1) slots.take(`account ${index}`);
});
