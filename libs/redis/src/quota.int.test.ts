import { randomUUID } from 'node:crypto';
import { openTestRedis } from '@inlet/testing/open-test-redis';
import { describe, expect, it } from 'vitest';
import { openQuota } from '#quota.ts';

const month = '2026-11';
const twoMonthsSeconds = 62 * 86_400;

async function open() {
  const { redis, keys, connect } = await openTestRedis();
  const quota = openQuota(redis, keys);
  const userId = randomUUID();
  const key = keys.usage(userId, month);
  return { redis, keys, connect, quota, userId, key, used: () => redis.get(key) };
}

describe('a count', () => {
  it('that was told first stays, and is kept for two months', async () => {
    const { redis, quota, userId, key, used } = await open();
    await quota.load(userId, month, 5);
    await redis.incrby(key, 2);
    await quota.load(userId, month, 5);
    expect(await used()).toBe('7');
    expect(await redis.ttl(key)).toBeGreaterThan(twoMonthsSeconds - 60);
  });
});

describe('giving back', () => {
  it('happens once for each receipt, for all callers and any number of calls', async () => {
    const { keys, connect, quota, userId, used } = await open();
    await quota.load(userId, month, 10);
    const others = await Promise.all([1, 2, 3].map(async () => openQuota(await connect('client'), keys)));
    await Promise.all([quota, ...others].map((one) => one.refund('job-1', [{ userId, month, count: 2 }])));
    expect(await used()).toBe('8');
    await quota.refund('job-2', [{ userId, month, count: 2 }]);
    expect(await used()).toBe('6');
  });

  it('serves all accounts of a job with one receipt, which is kept for a week', async () => {
    const { redis, keys, quota, userId } = await open();
    const other = randomUUID();
    await Promise.all([quota.load(userId, month, 3), quota.load(other, month, 3)]);
    await quota.refund('job-1', [
      { userId, month, count: 1 },
      { userId: other, month, count: 2 },
    ]);
    expect(await redis.mget(keys.usage(userId, month), keys.usage(other, month))).toEqual(['2', '1']);
    const seconds = await redis.ttl(keys.receipt('job-1'));
    expect(seconds).toBeGreaterThan(7 * 86_400 - 60);
    expect(seconds).toBeLessThanOrEqual(7 * 86_400);
  });

  it('never takes a count below zero', async () => {
    const { quota, userId, used } = await open();
    await quota.load(userId, month, 1);
    await quota.refund('job-1', [{ userId, month, count: 3 }]);
    expect(await used()).toBe('0');
  });

  it('leaves a count that is absent as it is', async () => {
    const { quota, userId, used } = await open();
    await quota.refund('job-1', [{ userId, month, count: 3 }]);
    expect(await used()).toBeNull();
  });
});
