import { createMetrics } from '@inlet/observe/metrics';
import { redisKeys } from '@inlet/redis/keys';
import { lanePrefix } from '@inlet/redis/lanes';
import { openTestRedis } from '@inlet/testing/open-test-redis';
import { expect, it } from 'vitest';
import { batchSaying, openTestQueue } from '#queue.test-setup.ts';
import { measureQueues } from '#queue-metrics.ts';

const idle = { submissions: 0, mail: 0, 'mail-events': 0, deliveries: 0, 'failing-deliveries': 0, 'form-checks': 0 };

async function values(metrics: ReturnType<typeof createMetrics>, name: string): Promise<Record<string, number>> {
  const found = await metrics.registry.getSingleMetric(name)?.get();
  return Object.fromEntries((found?.values ?? []).map(({ labels, value }) => [String(labels.queue), value]));
}

it('measures each queue, and the age of the job that waits longest in it', async () => {
  const { redis, keys, producer, queue } = await openTestQueue();
  const metrics = createMetrics('test');
  measureQueues([{ number: 0, redis, keys }], metrics);
  const hourAgoMs = Date.now() - 3_600_000;
  await queue.add('store-submissions', batchSaying('old'), { timestamp: hourAgoMs });
  await producer.add('store-submissions', 'a-new-one', batchSaying('new'));
  await queue.add('store-submissions', batchSaying('later'), { delay: 60_000 });

  expect(await values(metrics, 'inlet_queue_waiting_jobs')).toEqual({ ...idle, submissions: 2 });
  expect(await values(metrics, 'inlet_queue_delayed_jobs')).toEqual({ ...idle, submissions: 1 });
  const { submissions = 0, mail } = await values(metrics, 'inlet_queue_oldest_seconds');
  expect(Math.floor(submissions / 60)).toBe(60);
  expect(mail).toBe(0);
});

it('counts the wait of a job that is tried again later', async () => {
  const { redis, keys, queue } = await openTestQueue();
  const metrics = createMetrics('test');
  measureQueues([{ number: 0, redis, keys }], metrics);
  await queue.add('store-submissions', batchSaying('later'), { timestamp: Date.now() - 120_000, delay: 3_600_000 });
  expect(Math.floor(((await values(metrics, 'inlet_queue_oldest_seconds')).submissions ?? 0) / 60)).toBe(2);
});

it('knows nothing, rather than zero, of a Redis that is away', async () => {
  const { redis, keys } = await openTestRedis();
  const metrics = createMetrics('test');
  measureQueues([{ number: 0, redis, keys }], metrics);
  expect(await values(metrics, 'inlet_queue_waiting_jobs')).toEqual(idle);
  redis.disconnect();
  await expect.poll(() => values(metrics, 'inlet_queue_waiting_jobs')).toEqual({});
});

it('measures the queue of submissions in each lane, and keeps the others’ values while a lane is away', async () => {
  const { redis, keys, prefix, connect, producer } = await openTestQueue();
  const metrics = createMetrics('test');
  const other = { number: 1, redis: await connect('client'), keys: redisKeys(lanePrefix(prefix, 1)) };
  measureQueues([{ number: 0, redis, keys }, other], metrics);
  await producer.add('store-submissions', 'first', batchSaying('first'));
  const waiting = async () => {
    const found = await metrics.registry.getSingleMetric('inlet_queue_waiting_jobs')?.get();
    return (found?.values ?? []).map(({ labels, value }) => [labels.lane, labels.queue, value]);
  };
  const ofMain = Object.entries({ ...idle, submissions: 1 }).map(([queue, count]) => ['0', queue, count]);
  expect(new Set(await waiting())).toEqual(new Set([...ofMain, ['1', 'submissions', 0]]));
  other.redis.disconnect();
  await expect.poll(async () => new Set(await waiting())).toEqual(new Set(ofMain));
});
