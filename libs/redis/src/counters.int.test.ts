import { openTestRedis } from '@inlet/testing/open-test-redis';
import { expect, it } from 'vitest';
import { isCounterOver } from '#counter-lua.ts';
import { openCounters } from '#counters.ts';

const name = { userId: 'user', month: '2026-11' };
const none = { submissions: 0, bytes: 0 };

async function open() {
  const { redis, keys } = await openTestRedis();
  const counters = openCounters(redis, keys);
  const read = async () => (await counters.read([name]))[0] ?? null;
  return { redis, keys, counters, read };
}

it('a counter is created once, with both amounts, and records since when Redis counts', async () => {
  const { redis, keys, counters, read } = await open();
  expect(await read()).toBeNull();
  const made = await Promise.all([1, 2, 3].map((n) => counters.make(name, { submissions: n, bytes: 10 * n })));
  expect(made.filter(Boolean)).toHaveLength(1);
  const counter = await read();
  expect(counter?.bytes).toBe(10 * (counter?.submissions ?? 0));
  expect(await redis.expiretime(keys.counter('user', '2026-11'))).toBe(Date.UTC(2026, 11, 41) / 1_000);
  const since = await redis.get(keys.countersSince);
  expect(Math.abs(Number(since) - Date.now() / 1_000)).toBeLessThan(60);
  await counters.make({ ...name, month: '2026-12' }, none);
  expect(await redis.get(keys.countersSince)).toBe(since);
});

it('quota is taken up to the limit, all or none, and only if the month is counted', async () => {
  const { redis, keys, counters, read } = await open();
  expect(await counters.take(name, 1, 10)).toBe('uncounted');
  await counters.make(name, { submissions: 4, bytes: 7 });
  expect(await counters.take(name, 7, 10)).toBe('full');
  expect(await counters.take(name, 6, 10)).toBe('taken');
  expect(await counters.take(name, 1, 10)).toBe('full');
  expect(await read()).toMatchObject({ submissions: 10, bytes: 7 });
  await redis.set(keys.countersSince, 1);
  expect(await counters.take({ ...name, month: '2026-12' }, 1, 10)).toBe('taken');
});

it('a change is made once by its receipt, until that is forgotten, and never makes a counter', async () => {
  const { redis, keys, counters, read } = await open();
  const change = { ...name, submissions: -2, bytes: -20, receipt: 'job' };
  await redis.set(keys.countersSince, 1);
  expect(await counters.change(change)).toBe(false);
  expect(await read()).toBeNull();
  await counters.make(name, { submissions: 5, bytes: 50 });
  expect(await Promise.all([1, 2, 3].map(() => counters.change(change)))).toEqual([true, true, true]);
  expect(await read()).toMatchObject({ submissions: 3, bytes: 30, receipts: ['job'] });
  await counters.change({ ...name, submissions: 1, bytes: 1, receipt: 'other' });
  expect(await read()).toMatchObject({ submissions: 4, bytes: 31 });
  await counters.forget([change]);
  expect((await read())?.receipts).toEqual(['other']);
});

it('a counter is corrected only if it has not moved, and has moved again after the next change', async () => {
  const { counters, read } = await open();
  await counters.make(name, none);
  const { moves = 0 } = (await read()) ?? {};
  await counters.take(name, 1, 10);
  expect(await counters.correct(name, moves, { submissions: 9, bytes: 9 })).toBe(false);
  const moved = await read();
  expect(moved).toMatchObject({ submissions: 1, hasMoved: true });
  expect(await counters.correct(name, moved?.moves ?? 0, { submissions: 5, bytes: 6 })).toBe(true);
  expect(await read()).toMatchObject({ submissions: 5, bytes: 6, hasMoved: false });
  await counters.take(name, 1, 10);
  expect(await read()).toMatchObject({ submissions: 6, hasMoved: true });
});

it('what counts is confirmed by a replica first', async () => {
  const { redis, keys } = await open();
  const counters = openCounters(redis, keys, () => Promise.reject(new Error('No replica confirmed')));
  await expect(counters.make(name, none)).rejects.toThrow('No replica');
  await expect(counters.take(name, 1, 10)).rejects.toThrow('No replica');
  await expect(counters.change({ ...name, submissions: 1, bytes: 1, receipt: 'job' })).rejects.toThrow('No replica');
});

it('a counter is over forty days after its month, also across a year', () => {
  expect(isCounterOver('2026-12', Date.UTC(2027, 0, 40))).toBe(false);
  expect(isCounterOver('2026-12', Date.UTC(2027, 0, 41))).toBe(true);
});
