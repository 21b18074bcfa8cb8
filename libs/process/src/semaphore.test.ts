import { expect, it } from 'vitest';
import { createSemaphore } from '#semaphore.ts';

it('runs a limited number of calls at once, in the order of arrival', async () => {
  const semaphore = createSemaphore(2);
  const begun: number[] = [];
  const works = Array.from({ length: 5 }, () => Promise.withResolvers<void>());
  const taken = works.map(({ promise }, index) =>
    semaphore.run(() => {
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

it('lets a caller leave the queue, and never interrupts work', async () => {
  const semaphore = createSemaphore(1);
  const leaving = new AbortController();
  const { promise, resolve } = Promise.withResolvers<void>();
  const working = semaphore.run(() => promise, leaving.signal);
  const waiting = semaphore.run(async () => 'begun', leaving.signal);
  const next = semaphore.run(async () => 'next');
  leaving.abort(new Error('left'));
  await expect(waiting).rejects.toThrow('left');
  resolve();
  await working;
  expect(await next).toBe('next');
  await expect(semaphore.run(async () => 'begun', leaving.signal)).rejects.toThrow('left');
});

it('goes on after a work that failed', async () => {
  const semaphore = createSemaphore(1);
  const failed = semaphore.run(() => Promise.reject(new Error('no')));
  const next = semaphore.run(async () => 'done');
  await expect(failed).rejects.toThrow('no');
  expect(await next).toBe('done');
  expect(await semaphore.run(async () => 'again')).toBe('again');
});
