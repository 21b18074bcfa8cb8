import { stat } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { inTime, late, withinTime } from '#in-time.ts';

it('is the answer, or late', async () => {
  expect(await inTime(Promise.resolve(1), 1_000)).toBe(1);
  expect(await inTime(new Promise(() => undefined), 1)).toBe(late);
  await expect(inTime(Promise.reject(new Error('no')), 1_000)).rejects.toThrow('no');
});

it('is an answer that was there before this process had the time to look', async () => {
  const answer = inTime(stat('/'), 1);
  // This thread blocks, and leaves the processor to the thread that reads the file system.
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 500);
  expect(await answer).not.toBe(late);
});

it('is a failure that names what was late', async () => {
  expect(await withinTime(Promise.resolve(1), 1_000, 'late')).toBe(1);
  await expect(withinTime(new Promise(() => undefined), 1, 'It is slow')).rejects.toThrow('It is slow');
});
