import { randomUUID } from 'node:crypto';
import { openTestRedis } from '@inlet/testing/open-test-redis';
import { describe, expect, it } from 'vitest';
import { openBalances } from '#balances.ts';

const month = '2026-11';
const daySeconds = 86_400;

async function open() {
  const { redis, keys, connect } = await openTestRedis();
  const balances = openBalances(redis, keys);
  const userId = randomUUID();
  const name = { userId, month, resource: 'submissions' } as const;
  const key = keys.balance(userId, month);
  const grant = (lease: number, given: number, isFull = false) =>
    balances.apply(name, { lease, given, low: 2, isFull });
  return { redis, keys, connect, balances, userId, name, key, grant, read: () => balances.read(name) };
}

describe('a lease', () => {
  it('begins empty, answers what was there, and is kept for two months', async () => {
    const { redis, balances, name, key, grant, read } = await open();
    expect(await read()).toBeNull();
    expect(await balances.open(name, null, 1)).toBeNull();
    expect(await read()).toEqual({ lease: 1, given: 0, left: 0 });
    await grant(1, 10, true);
    await redis.hincrby(key, 'submissions:left', -3);
    expect(await balances.open(name, 1, 2)).toEqual({ lease: 1, given: 10, left: 7 });
    expect(await redis.hmget(key, 'submissions:lease', 'submissions:left', 'submissions:full')).toEqual([
      '2',
      '0',
      '0',
    ]);
    expect(await redis.ttl(key)).toBeGreaterThan(62 * daySeconds - 60);
  });

  it('is ended only by a process that knows it, so that a late command ends no later one', async () => {
    const { balances, name, grant, read } = await open();
    await balances.open(name, null, 1);
    await balances.open(name, 1, 2);
    await grant(2, 10);
    for (const expected of [null, 1]) await expect(balances.open(name, expected, 2)).rejects.toThrow('is over');
    expect(await read()).toEqual({ lease: 2, given: 10, left: 10 });
  });

  it('of one resource leaves that of the other alone', async () => {
    const { balances, name, grant, read } = await open();
    await balances.open(name, null, 1);
    await grant(1, 10);
    await balances.open({ ...name, resource: 'bytes' }, null, 1);
    expect(await read()).toEqual({ lease: 1, given: 10, left: 10 });
  });

  it('makes the release before ask anew what was used', async () => {
    const { redis, keys, balances, name, userId } = await open();
    await redis.mset(keys.usage(userId, month), 5, keys.usageComplete(month), 1);
    await balances.open(name, null, 1);
    expect(await redis.exists(keys.usage(userId, month), keys.usageComplete(month))).toBe(0);
  });
});

describe('a grant', () => {
  it('gives what the lease does not have yet, once, in whatever order grants come', async () => {
    const { redis, balances, name, key, grant, read } = await open();
    await balances.open(name, null, 1);
    for (const given of [10, 10, 30, 20]) await grant(1, given, given === 20);
    expect(await read()).toEqual({ lease: 1, given: 30, left: 30 });
    expect(await redis.hmget(key, 'submissions:low', 'submissions:full')).toEqual(['2', '0']);
  });

  it('of a lease that is over, or never was, gives nothing', async () => {
    const { balances, name, grant, read } = await open();
    await grant(1, 10);
    expect(await read()).toBeNull();
    await balances.open(name, null, 1);
    await balances.open(name, 1, 2);
    await grant(1, 10);
    expect(await read()).toEqual({ lease: 2, given: 0, left: 0 });
  });
});

describe('a refund', () => {
  it('is made once for each receipt, for all callers and any number of calls, to all accounts of a job', async () => {
    const { redis, keys, connect, balances, name, userId, grant, read } = await open();
    const other = { ...name, userId: randomUUID(), resource: 'bytes' } as const;
    await balances.open(name, null, 1);
    await balances.open(other, null, 1);
    await grant(1, 10);
    const others = await Promise.all([1, 2, 3].map(async () => openBalances(await connect('client'), keys)));
    const refunds = [
      { userId, month, submissions: 2, bytes: 5 },
      { userId: other.userId, month, submissions: 1, bytes: 70 },
    ];
    await Promise.all([balances, ...others].map((one) => one.refund('job-1', refunds)));
    expect(await read()).toEqual({ lease: 1, given: 10, left: 12 });
    expect(await balances.read(other)).toEqual({ lease: 1, given: 0, left: 70 });
    await balances.refund('job-2', refunds);
    expect(await read()).toMatchObject({ left: 14 });
    const seconds = await redis.ttl(keys.receipt('job-1'));
    expect(seconds).toBeGreaterThan(7 * daySeconds - 60);
    expect(seconds).toBeLessThanOrEqual(7 * daySeconds);
  });

  it('leaves a balance that is absent as it is', async () => {
    const { balances, userId, read } = await open();
    await balances.refund('job-1', [{ userId, month, submissions: 3, bytes: 3 }]);
    expect(await read()).toBeNull();
  });
});
