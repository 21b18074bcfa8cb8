import type { TestDeps } from '@inlet/endpoint/answer-test';
import type { RedisConnection } from '@inlet/redis/connections';
import { counterKey } from '@inlet/redis/counter-lua';
import type { RedisKeys } from '@inlet/redis/keys';

/** Reads how much of a month or of a form's number is used. */
export function usageReader(redis: RedisConnection, keys: RedisKeys): TestDeps['readUsed'] {
  return async (name) => {
    // While Redis is away they are unknown. A month refuses no visitor then either.
    const used = await redis.hget(counterKey(keys, name), 'submissions').catch(() => null);
    return used === null ? null : Number(used);
  };
}
