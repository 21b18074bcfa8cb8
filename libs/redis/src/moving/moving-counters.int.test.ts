import { openTestRedis } from '@inlet/testing/open-test-redis';
import { expect, it } from 'vitest';
import { counterKey } from '#counter-lua.ts';
import { openCounters } from '#counters.ts';
import { redisKeys } from '#keys.ts';
import { lanePrefix } from '#lanes.ts';
import { openMovingCounters } from '#moving/moving-counters.ts';

const month = { userId: 'user', month: '2026-11' };
const next = { userId: 'user', month: '2026-12' };
const form = { formId: 'form', version: 3 };
const names = [month, next, form];
const longMs = 60_000;

async function open() {
  const { redis, keys, prefix } = await openTestRedis();
  const target = redisKeys(lanePrefix(prefix, 1));
  await redis.set(keys.countersSince, 1);
  return {
    ...{ redis, keys, target },
    counters: openCounters(redis, keys),
    moving: openMovingCounters(redis, keys),
    there: { counters: openCounters(redis, target), moving: openMovingCounters(redis, target) },
  };
}

it('a paused counter is uncounted for everybody, and as it was when the pause is ended', async () => {
  const { redis, keys, counters, moving } = await open();
  await counters.make(month, { submissions: 4, bytes: 40 });
  const change = { ...month, submissions: 1, bytes: 1, receipt: 'job' };
  await counters.change(change);
  const [before] = await counters.read([month]);
  const [found, none, ofForm] = await moving.pause(names, longMs);
  expect(found).toEqual({ submissions: '5', bytes: '41', moves: '2', 'receipt:job': '1' });
  expect([none, ofForm]).toEqual([null, null]);

  expect(await counters.read(names)).toEqual([null, null, null]);
  for (const name of names) expect(await counters.make(name, { submissions: 9, bytes: 9 })).toBe(false);
  expect(await counters.correct(month, 2, { submissions: 9, bytes: 9 })).toBe(false);
  expect(await counters.change({ ...change, receipt: 'other' })).toBe(false);
  expect(await counters.take(month, 1, 100)).toBe('uncounted');
  // Without the pause this month would be zero without being counted.
  expect(await counters.take(next, 1, 100)).toBe('uncounted');

  await moving.resume(names);
  expect(await counters.read(names)).toEqual([before, null, null]);
  expect(await redis.exists(counterKey(keys, next), counterKey(keys, form))).toBe(0);
  expect(await counters.take(month, 1, 100)).toBe('taken');
  expect(await counters.take(next, 1, 100)).toBe('taken');
});

it('a pause ends by itself, for counters and for missing ones', async () => {
  const { redis, keys, counters, moving } = await open();
  await counters.make(month, { submissions: 4, bytes: 40 });
  await moving.pause(names, 0);
  expect(await redis.exists(counterKey(keys, form))).toBe(0);
  expect(await counters.read([month])).toMatchObject([{ submissions: 4, bytes: 40 }]);
  expect(await counters.change({ ...month, submissions: 1, bytes: 1, receipt: 'job' })).toBe(true);
  expect(await counters.take(next, 1, 100)).toBe('taken');
  expect(await redis.expiretime(counterKey(keys, month))).toBe(Date.UTC(2026, 11, 41) / 1_000);
  expect(await redis.expiretime(counterKey(keys, next))).toBe(Date.UTC(2027, 0, 41) / 1_000);
});

it('a counter is written to another lane with its receipts, in place of what is there', async () => {
  const { redis, target, counters, moving, there } = await open();
  await counters.make(month, { submissions: 4, bytes: 40 });
  await counters.change({ ...month, submissions: 1, bytes: 1, receipt: 'job' });
  const before = await counters.read([month]);
  await there.counters.make(month, { submissions: 77, bytes: 7 });
  await there.counters.make(form, { submissions: 77, bytes: 0 });
  await redis.del(target.countersSince);
  const found = await moving.pause(names, longMs);
  for (const [index, name] of names.entries()) await there.moving.write(name, found[index] ?? null);
  expect(await there.counters.read(names)).toEqual([before[0], null, null]);
  expect(await redis.exists(target.countersSince)).toBe(1);
  expect(await redis.expiretime(counterKey(target, month))).toBe(Date.UTC(2026, 11, 41) / 1_000);
  await there.counters.change({ ...month, submissions: 1, bytes: 1, receipt: 'job' });
  expect(await there.counters.read([month])).toEqual([before[0]]);
});

it('nothing counts in a lane that an account has left, and the counters are free when it is back', async () => {
  const { redis, keys, counters, moving } = await open();
  await counters.make(month, { submissions: 4, bytes: 40 });
  const [fields] = await moving.pause(names, longMs);
  await moving.leave(names);
  expect(await counters.read(names)).toEqual([null, null, null]);
  expect(await counters.take(month, 1, 100)).toBe('uncounted');
  expect(await counters.take(next, 1, 100)).toBe('uncounted');
  const leftMs = await redis.pttl(counterKey(keys, month));
  expect(leftMs).toBeGreaterThan(0);
  expect(leftMs).toBeLessThanOrEqual(3_600_000);
  await moving.write(month, fields ?? null);
  await moving.write(next, null);
  expect(await counters.take(month, 1, 100)).toBe('taken');
  expect(await counters.take(next, 1, 100)).toBe('taken');
});

it('does nothing that no replica confirms', async () => {
  const { redis, keys } = await open();
  const moving = openMovingCounters(redis, keys, () => Promise.reject(new Error('No replica confirmed')));
  await expect(moving.pause([month], longMs)).rejects.toThrow('No replica confirmed');
  await expect(moving.leave([month])).rejects.toThrow('No replica confirmed');
});
