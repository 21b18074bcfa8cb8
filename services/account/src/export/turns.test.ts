import { expect, it } from 'vitest';
import { createTurns } from '#export/turns.ts';

it('lets as many work at once as there may be, in the order in which they came', async () => {
  const turns = createTurns(2);
  const begun: number[] = [];
  const works = Array.from({ length: 5 }, () => Promise.withResolvers<void>());
  const taken = works.map(({ promise }, index) =>
    turns.take(() => {
      begun.push(index);
      return promise;
    }),
  );
  expect(begun).toEqual([0, 1]);
  works[1]?.resolve();
  await taken[1];
  expect(begun).toEqual([0, 1, 2]);
  works[0]?.resolve();
  works[2]?.resolve();
  await Promise.all([taken[0], taken[2]]);
  expect(begun).toEqual([0, 1, 2, 3, 4]);
  works[3]?.resolve();
  works[4]?.resolve();
  await Promise.all(taken);
});

it('goes on after a work that failed', async () => {
  const turns = createTurns(1);
  const failed = turns.take(() => Promise.reject(new Error('no')));
  const next = turns.take(async () => 'done');
  await expect(failed).rejects.toThrow('no');
  expect(await next).toBe('done');
  expect(await turns.take(async () => 'again')).toBe('again');
});
