import { defineLookups } from '@inlet/observe/lookup-gauge';
import type { Metrics } from '@inlet/observe/metrics';
import { memoizeFor } from '@inlet/process/memoize-for';
import type { RedisConnection } from '@inlet/redis/connections';
import type { RedisKeys } from '@inlet/redis/keys';
import { type QueueKeys, queueKeys } from '#bullmq/queue-keys.ts';
import { jobs } from '#jobs.ts';

interface QueueState {
  readonly waiting: number;
  readonly active: number;
  readonly delayed: number;
  readonly failed: number;
  readonly oldestSeconds: number;
}

/** All gauges of one scrape share one look. */
const lookTtlMs = 250;
const queues = [...new Set(Object.values(jobs).map(({ queue }) => queue))];

/**
 * Measures every queue at each scrape. It uses Redis commands directly: BullMQ's own classes wait for a Redis that is
 * away, and a scrape must not. Several processes may report the same values.
 */
export function measureQueues(redis: RedisConnection, keys: RedisKeys, metrics: Metrics): void {
  const look = memoizeFor(lookTtlMs, () => lookAtAll(redis, keys));
  const define = (name: string, help: string, pick: (state: QueueState) => number) =>
    defineLookups(metrics, { name, help, label: 'queue' }, async () =>
      (await look()).map(([queue, state]) => [queue, pick(state)] as const),
    );
  define('inlet_queue_waiting_jobs', 'Jobs that wait for a worker', ({ waiting }) => waiting);
  define('inlet_queue_active_jobs', 'Jobs that a worker holds', ({ active }) => active);
  define('inlet_queue_delayed_jobs', 'Jobs that wait for another attempt', ({ delayed }) => delayed);
  define('inlet_queue_failed_jobs', 'Jobs that failed and are kept', ({ failed }) => failed);
  define('inlet_queue_oldest_seconds', 'Age of the job that waits longest', ({ oldestSeconds }) => oldestSeconds);
}

async function lookAtAll(redis: RedisConnection, keys: RedisKeys): Promise<[string, QueueState][]> {
  if (redis.status !== 'ready') throw new Error('Redis is away');
  return Promise.all(queues.map(async (queue) => [queue, await lookAt(redis, queueKeys(keys.queues, queue))]));
}

async function lookAt(redis: RedisConnection, queue: QueueKeys): Promise<QueueState> {
  const [waiting, active, delayed, failed, oldest, [due]] = await Promise.all([
    redis.llen(queue.waiting),
    redis.llen(queue.active),
    redis.zcard(queue.delayed),
    redis.zcard(queue.failed),
    redis.lindex(queue.waiting, -1),
    redis.zrange(queue.delayed, '0', '0'),
  ]);
  const ages = await Promise.all([oldest, due].map((id) => ageOf(redis, queue, id)));
  return { waiting, active, delayed, failed, oldestSeconds: Math.max(...ages) };
}

async function ageOf(redis: RedisConnection, queue: QueueKeys, id: string | null | undefined): Promise<number> {
  const timestamp = id ? await redis.hget(queue.job(id), 'timestamp') : null;
  return timestamp === null ? 0 : Math.max(0, (Date.now() - Number(timestamp)) / 1_000);
}
