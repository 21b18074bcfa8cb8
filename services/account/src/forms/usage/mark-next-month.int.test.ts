import { openRedis, type RedisConnection, waitUntilConnected } from '@inlet/redis/connections';
import { type RedisKeys, redisKeys } from '@inlet/redis/keys';
import { createLogger } from '@inlet/service/logger';
import { createTestRedis } from '@inlet/testing/test-redis';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { markNextMonth } from '#forms/usage/mark-next-month.ts';

let redis: RedisConnection;
let keys: RedisKeys;
beforeEach(async () => {
  const server = await createTestRedis();
  onTestFinished(server.close);
  const logger = createLogger({ service: 'test', level: 'silent' });
  redis = openRedis({ role: 'client', url: server.url, name: 'test', logger });
  onTestFinished(() => redis.disconnect());
  await waitUntilConnected(redis, 2_000);
  keys = redisKeys(server.prefix);
});

const markAt = (time: string) => markNextMonth(redis, keys, Date.parse(time));
const markOf = (month: string) => redis.get(keys.usageComplete(month));

describe('the mark of the next month', () => {
  it('is set ahead of time, for that month alone, and outlives it', async () => {
    await markAt('2026-11-20T12:00:00Z');
    expect(await Promise.all(['2026-11', '2026-12', '2027-01'].map(markOf))).toEqual([null, '1', null]);
    const days = (await redis.ttl(keys.usageComplete('2026-12'))) / 86_400;
    expect(days).toBeGreaterThan(69);
    expect(days).toBeLessThanOrEqual(70);
  });

  it('knows the next year', async () => {
    await markAt('2026-12-31T22:59:59Z');
    expect(await markOf('2027-01')).toBe('1');
  });

  it.each(['2026-11-30T23:00:00.000Z', '2026-11-30T23:59:59.999Z'])('is not set any more at %s', async (time) => {
    await markAt(time);
    expect(await markOf('2026-12')).toBeNull();
  });

  it('is still set just before the last hour', async () => {
    await markAt('2026-11-30T22:59:59.999Z');
    expect(await markOf('2026-12')).toBe('1');
  });

  it('never overwrites what is there', async () => {
    await redis.set(keys.usageComplete('2026-12'), 'earlier', 'EX', 100);
    await markAt('2026-11-20T12:00:00Z');
    expect(await markOf('2026-12')).toBe('earlier');
    expect(await redis.ttl(keys.usageComplete('2026-12'))).toBeLessThanOrEqual(100);
  });
});
