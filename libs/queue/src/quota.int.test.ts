import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { RedisConnection } from '#connections.ts';
import { openTestRedis } from '#queue.test-setup.ts';
import { openQuota, type QuotaRequest } from '#quota.ts';

const month = '2026-11';
const twoMonthsSeconds = 62 * 86_400;

async function open() {
  const { redis, keys, connect } = await openTestRedis();
  const quota = openQuota(redis, keys);
  const userId = randomUUID();
  const key = keys.usage(userId, month);
  const ask = (wanted: number, limit = 1_000, overrides: Partial<QuotaRequest> = {}) =>
    quota.reserve([{ userId, month, wanted, limit, ...overrides }]);
  return { redis, keys, connect, quota, userId, key, ask, used: () => redis.get(key) };
}

describe('a reservation', () => {
  it('grants what fits, and counts only that', async () => {
    const { quota, userId, ask, used } = await open();
    await quota.load(userId, month, async () => 990);
    expect(await ask(7)).toEqual([7]);
    expect(await ask(7)).toEqual([3]);
    expect(await ask(7)).toEqual([0]);
    expect(await used()).toBe('1000');
  });

  it('judges many accounts in one step, each by its own limit and month, the same one twice in turn', async () => {
    const { redis, keys, quota } = await open();
    const [a, b, c] = [randomUUID(), randomUUID(), randomUUID()];
    await Promise.all([
      quota.load(a, month, async () => 0),
      quota.load(a, '2026-12', async () => 9),
      quota.load(b, month, async () => 4),
    ]);
    const granted = await quota.reserve([
      { userId: a, month, wanted: 3, limit: 5 },
      { userId: b, month, wanted: 3, limit: 5 },
      { userId: c, month, wanted: 3, limit: 5 },
      { userId: a, month: '2026-12', wanted: 3, limit: 10 },
      { userId: a, month, wanted: 3, limit: 5 },
    ]);
    expect(granted).toEqual([3, 1, null, 1, 2]);
    const counts = await redis.mget(keys.usage(a, month), keys.usage(b, month), keys.usage(a, '2026-12'));
    expect(counts).toEqual(['5', '5', '10']);
    expect(await redis.exists(keys.usage(c, month))).toBe(0);
  });

  it('grants nothing where the limit is below what was used already, and takes nothing back', async () => {
    const { quota, userId, ask, used } = await open();
    await quota.load(userId, month, async () => 80);
    expect(await ask(1, 50)).toEqual([0]);
    expect(await used()).toBe('80');
    expect(await ask(50, 100)).toEqual([20]);
  });

  it('does not know an absent count, unless everybody of the month is known', async () => {
    const { redis, keys, ask, used } = await open();
    expect(await ask(1)).toEqual([null]);
    expect(await used()).toBeNull();
    await redis.set(keys.usageComplete(month), '1');
    expect(await ask(2)).toEqual([2]);
    expect(await used()).toBe('2');
  });

  it('leaves nothing behind when nothing of an absent count was granted', async () => {
    const { redis, keys, ask, used } = await open();
    await redis.set(keys.usageComplete(month), '1');
    expect(await ask(5, 0)).toEqual([0]);
    expect(await used()).toBeNull();
  });

  it('is exact from ten connections at once', async () => {
    const { keys, connect, quota, userId, used } = await open();
    await quota.load(userId, month, async () => 0);
    const quotas = await Promise.all(Array.from({ length: 10 }, async () => openQuota(await connect('client'), keys)));
    const granted = await Promise.all(
      Array.from({ length: 400 }, (_, index) =>
        quotas[index % 10]?.reserve([{ userId, month, wanted: 1 + (index % 7), limit: 1_000 }]),
      ),
    );
    expect(granted.reduce((sum, grant) => sum + (grant?.[0] ?? 0), 0)).toBe(1_000);
    expect(await used()).toBe('1000');
  });

  it('is kept for two months from the first one, and not longer with each further one', async () => {
    const { redis, keys, key, ask } = await open();
    await redis.set(keys.usageComplete(month), '1');
    await ask(1);
    expect(await redis.ttl(key)).toBeGreaterThan(twoMonthsSeconds - 60);
    await redis.expire(key, 1_000);
    await ask(1);
    expect(await redis.ttl(key)).toBeLessThanOrEqual(1_000);
  });
});

describe('a count', () => {
  it('that was told first stays', async () => {
    const { redis, quota, userId, key, ask, used } = await open();
    await quota.load(userId, month, async () => 5);
    await ask(2);
    await quota.load(userId, month, async () => 5);
    expect(await used()).toBe('7');
    expect(await redis.ttl(key)).toBeGreaterThan(twoMonthsSeconds - 60);
  });

  it('that was forgotten is unknown although everybody of the month is known, until it is told again', async () => {
    const { redis, keys, quota, userId, key, ask, used } = await open();
    await redis.set(keys.usageComplete(month), '1');
    await ask(2);
    await quota.forget(userId, month);
    expect(await ask(1)).toEqual([null]);
    expect(await redis.ttl(key)).toBeGreaterThan(twoMonthsSeconds - 60);
    await quota.load(userId, month, async () => 41);
    expect(await ask(1)).toEqual([1]);
    expect(await used()).toBe('42');
  });

  it('that was forgotten since it was asked for is not believed: it may lack what was reserved meanwhile', async () => {
    const { keys, connect, quota, userId, ask, used } = await open();
    const other = openQuota(await connect('client'), keys);
    await quota.forget(userId, month);
    const isKnown = await quota.load(userId, month, async () => {
      await other.load(userId, month, async () => 10);
      await ask(5);
      await other.forget(userId, month);
      return 10;
    });
    expect(isKnown).toBe(false);
    expect(await used()).toMatch(/^unknown /);
    expect(await quota.load(userId, month, async () => 15)).toBe(true);
    expect(await used()).toBe('15');
  });
});

describe('what was reserved', () => {
  it('is forgotten when its process died before it could use it, so that it is counted anew', async () => {
    const { redis, keys, quota, userId, ask, used } = await open();
    await quota.load(userId, month, async () => 0);
    await ask(5);
    expect(await quota.forgetLost()).toBe(0);
    await age(redis, keys.reserved, 60);
    expect(await quota.forgetLost()).toBe(1);
    expect(await used()).toMatch(/^unknown /);
    expect(await redis.exists(keys.reserved)).toBe(0);
  });

  it('stays when it was used, and when its process still works', async () => {
    const { redis, keys, connect, quota, userId, ask, used } = await open();
    await quota.load(userId, month, async () => 0);
    await ask(5);
    quota.settle();
    await redis.ping();
    expect(await redis.exists(keys.reserved)).toBe(0);
    const other = openQuota(await connect('client'), keys);
    await other.reserve([{ userId, month, wanted: 1, limit: 10 }]);
    await age(redis, keys.reserved, 59);
    expect(await quota.forgetLost()).toBe(0);
    expect(await used()).toBe('6');
  });

  it('is noted where something was granted, and nowhere else', async () => {
    const { redis, keys, quota, userId, ask } = await open();
    await quota.load(userId, month, async () => 10);
    await ask(1, 10);
    expect(await redis.exists(keys.reserved)).toBe(0);
    await ask(1, 11);
    expect(Object.values(await redis.hgetall(keys.reserved))).toEqual([
      expect.stringMatching(new RegExp(`^\\d+ ${keys.usage(userId, month)}$`)),
    ]);
  });
});

/** Lets every note be so much older. */
async function age(redis: RedisConnection, key: string, seconds: number): Promise<void> {
  for (const [name, note] of Object.entries(await redis.hgetall(key))) {
    const [since, ...names] = note.split(' ');
    await redis.hset(key, name, [Number(since) - seconds, ...names].join(' '));
  }
}

describe('giving back', () => {
  it('happens once for each receipt, whoever asks and however often', async () => {
    const { keys, connect, quota, userId, used } = await open();
    await quota.load(userId, month, async () => 10);
    const others = await Promise.all([1, 2, 3].map(async () => openQuota(await connect('client'), keys)));
    await Promise.all([quota, ...others].map((one) => one.giveBack('job-1', [{ userId, month, count: 2 }])));
    expect(await used()).toBe('8');
    await quota.giveBack('job-2', [{ userId, month, count: 2 }]);
    expect(await used()).toBe('6');
  });

  it('serves all accounts of a job with one receipt, which is kept for a week', async () => {
    const { redis, keys, quota, userId } = await open();
    const other = randomUUID();
    await Promise.all([quota.load(userId, month, async () => 3), quota.load(other, month, async () => 3)]);
    await quota.giveBack('job-1', [
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
    await quota.load(userId, month, async () => 1);
    await quota.giveBack('job-1', [{ userId, month, count: 3 }]);
    expect(await used()).toBe('0');
  });

  it('leaves a count that is absent or unknown as it is', async () => {
    const { quota, userId, used } = await open();
    await quota.giveBack('job-1', [{ userId, month, count: 3 }]);
    expect(await used()).toBeNull();
    await quota.forget(userId, month);
    await quota.giveBack('job-2', [{ userId, month, count: 3 }]);
    expect(await used()).toMatch(/^unknown /);
  });

  it('makes room for as many as were given back', async () => {
    const { quota, userId, ask } = await open();
    await quota.load(userId, month, async () => 100);
    expect(await ask(1, 100)).toEqual([0]);
    await quota.giveBack('job-1', [{ userId, month, count: 2 }]);
    expect(await ask(5, 100)).toEqual([2]);
  });
});

it('goes on when Redis has forgotten the scripts', async () => {
  const { redis, quota, userId, ask } = await open();
  await quota.load(userId, month, async () => 0);
  await ask(1);
  await redis.script('FLUSH');
  expect(await ask(1)).toEqual([1]);
});
