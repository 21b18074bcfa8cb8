import { defineLabelledLookups } from '@inlet/observe/lookup-gauge';
import type { Metrics } from '@inlet/observe/metrics';
import { withinTime } from '@inlet/process/in-time';
import { memoizeFor } from '@inlet/process/memoize-for';
import type { RedisConnection } from '@inlet/redis/connections';
import type { Lane } from '@inlet/redis/lanes';
import { type QueueKeys, queueKeys } from '#bullmq/queue-keys.ts';
import { queuesOf } from '#jobs.ts';

interface QueueState {
  readonly waiting: number;
  readonly active: number;
  readonly delayed: number;
  readonly failed: number;
  readonly oldestSeconds: number;
}

/** All gauges of one scrape share one look. */
const lookTtlMs = 250;
/** Shorter than the time for a gauge: a lane that does not answer leaves the others their values. */
const laneTimeoutMs = 1_000;

type MeasuredLane = Pick<Lane, 'number' | 'redis' | 'keys'>;
type Measured = readonly [labelled: readonly [lane: string, queue: string], state: QueueState];

/**
 * Measures every queue of these lanes at each scrape; a lane that is away has no values. It uses Redis commands
 * directly: BullMQ's own classes wait for a Redis that is away, and a scrape must not. Several processes may report the
 * same values.
 */
export function measureQueues(lanes: readonly MeasuredLane[], metrics: Metrics): void {
  const look = memoizeFor(lookTtlMs, () => lookAtAll(lanes));
  const define = (name: string, help: string, pick: (state: QueueState) => number) =>
    defineLabelledLookups(metrics, { name, help, labels: ['lane', 'queue'] }, async () =>
      (await look()).map(([labelled, state]) => [labelled, pick(state)] as const),
    );
  define('inlet_queue_waiting_jobs', 'Jobs that wait for a worker', ({ waiting }) => waiting);
  define('inlet_queue_active_jobs', 'Jobs that a worker holds', ({ active }) => active);
  define('inlet_queue_delayed_jobs', 'Jobs that wait for another attempt', ({ delayed }) => delayed);
  define('inlet_queue_failed_jobs', 'Jobs that failed and are kept', ({ failed }) => failed);
  define('inlet_queue_oldest_seconds', 'Age of the job that waits longest', ({ oldestSeconds }) => oldestSeconds);
}

async function lookAtAll(lanes: readonly MeasuredLane[]): Promise<Measured[]> {
  const failure = 'The lane does not answer';
  const looks = await Promise.allSettled(lanes.map((lane) => withinTime(lookAtLane(lane), laneTimeoutMs, failure)));
  return looks.flatMap((look) => (look.status === 'fulfilled' ? look.value : []));
}

async function lookAtLane({ number, redis, keys }: MeasuredLane): Promise<Measured[]> {
  if (redis.status !== 'ready') throw new Error('Redis is away');
  const labelOf = (queue: string) => [String(number), queue] as const;
  return Promise.all(
    queuesOf(number).map(
      async (queue) => [labelOf(queue), await lookAt(redis, queueKeys(keys.queues, queue))] as const,
    ),
  );
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
