import type { RedisConnection } from '@inlet/redis/connections';
import type { RedisKeys } from '@inlet/redis/keys';
import { monthAfter, monthOf } from '@inlet/submissions/months';

/** Clocks differ; nearer than this to the end of a month somebody may already be in the next one. */
const clearanceMs = 3_600_000;
const keepSeconds = 70 * 86_400;

/**
 * Says ahead of time that nothing was used of the next month. So when it begins, nobody asks account for counts that
 * are all zero, and submissions are taken even while account is away.
 */
export async function markNextMonth(redis: RedisConnection, keys: RedisKeys, nowMs = Date.now()): Promise<void> {
  const month = monthOf(nowMs);
  if (monthOf(nowMs + clearanceMs) !== month) return;
  await redis.set(keys.usageComplete(monthAfter(month)), '1', 'EX', keepSeconds, 'NX');
}
