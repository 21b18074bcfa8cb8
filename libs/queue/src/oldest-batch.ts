import type { RedisConnection } from '@inlet/redis/connections';
import type { RedisKeys } from '@inlet/redis/keys';
import { queueKeys } from '#bullmq/queue-keys.ts';
import { jobs } from '#jobs.ts';

/** Delayed jobs that are checked: PostgreSQL was away, and they are stored within seconds. */
const delayedMax = 1_000;

/**
 * When the oldest batch of submissions that is not stored yet was queued, or `Infinity` if there is none. Failed jobs
 * are left out, because they may wait for a person.
 */
export async function oldestBatchMs(redis: RedisConnection, keys: RedisKeys): Promise<number> {
  const queue = queueKeys(keys.queues, jobs['store-submissions'].queue);
  // One transaction reads them, because jobs move between these lists. The oldest waiting job is the last of its list.
  const replies = await redis
    .multi()
    .lrange(queue.waiting, -1, -1)
    .lrange(queue.active, 0, -1)
    .zrange(queue.delayed, '0', String(delayedMax - 1))
    .exec();
  const ids = (replies ?? []).flatMap(([error, found]) => {
    if (error) throw error;
    return found as string[];
  });
  const times = await Promise.all(ids.map((id) => redis.hget(queue.job(id), 'timestamp')));
  return Math.min(...times.map((time) => (time === null ? Number.POSITIVE_INFINITY : Number(time))));
}
