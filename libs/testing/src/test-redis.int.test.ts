import { Redis } from 'ioredis';
import { expect, inject, it } from 'vitest';
import { createTestRedis } from '#test-redis.ts';

it('deletes at close the keys that carry its prefix, in a hash tag too, and no others', async () => {
  const redis = new Redis(inject('redisUrl'));
  const mine = await createTestRedis();
  const other = await createTestRedis();
  await redis.mset(`${mine.prefix}:a`, '1', `{${mine.prefix}:b}:c`, '2', `${other.prefix}:a`, '3');
  await mine.close();
  expect(await redis.exists(`${mine.prefix}:a`, `{${mine.prefix}:b}:c`)).toBe(0);
  expect(await redis.exists(`${other.prefix}:a`)).toBe(1);
  await other.close();
  redis.disconnect();
});
