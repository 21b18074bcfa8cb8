import type { Amounts, CounterName } from '@inlet/contracts/quotas';
import type { RedisConnection } from '@inlet/redis/connections';
import { openCounters } from '@inlet/redis/counters';
import type { RedisKeys } from '@inlet/redis/keys';

const nothing = { submissions: 0, bytes: 0 };

/** Creates a missing counter of an account's month or of a form, as account does. */
export async function makeCounter(
  redis: RedisConnection,
  keys: RedisKeys,
  name: CounterName,
  used: Partial<Amounts> = {},
): Promise<void> {
  await openCounters(redis, keys).make(name, { ...nothing, ...used });
}

/** What a counter shows. */
export async function usedOf(redis: RedisConnection, keys: RedisKeys, name: CounterName): Promise<Amounts> {
  const [counter] = await openCounters(redis, keys).read([name]);
  const { submissions, bytes } = counter ?? nothing;
  return { submissions, bytes };
}
