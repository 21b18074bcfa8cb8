import { waitUntil } from '@inlet/local-servers/wait-until';
import { createMetrics } from '@inlet/observe/metrics';
import { createLogger } from '@inlet/process/logger';
import { openRedis, waitUntilConnected } from '@inlet/redis/connections';
import { redisKeys } from '@inlet/redis/keys';
import { measureLanes } from '@inlet/redis/lanes';
import { watchRedis } from '@inlet/redis/redis-watch';
import { makeCounter, usedOf } from '@inlet/testing/counters';
import { type OwnRedis, startOwnRedis } from '@inlet/testing/own-redis';
import { openRedisProxy } from '@inlet/testing/redis-proxy';
import { expect, it, onTestFinished, vi } from 'vitest';
import { startConsumers } from '#consumers.ts';
import { Intake } from '#intake.ts';
import { queuesOf } from '#jobs.ts';
import { openProducer } from '#producer.ts';
import { batchSaying, idleHandlers } from '#queue.test-setup.ts';

const keys = redisKeys('watch');
const timeoutMs = 60_000;
/** Without the pause, a connection that was ready is restored after a tenth of a second. */
const longRestMs = 500;
const owner = { userId: 'user', month: '2026-11' };
const requests = [{ ...owner, wanted: { submissions: 1, bytes: 10 }, limits: { submissions: 100, bytes: 1_000 } }];

const queueCount = queuesOf(0).length;

async function consume(url: string, handled: () => Promise<void>) {
  const logger = createLogger({ service: 'test', level: 'silent' });
  const metrics = createMetrics('test');
  const redis = openRedis({ role: 'consumer', url, name: 'test', logger });
  onTestFinished(() => redis.disconnect());
  // BullMQ's copies have the same options.
  const rests: number[] = [];
  const { retryStrategy } = redis.options;
  redis.options.retryStrategy = (attempt) => {
    const restMs = Number(retryStrategy?.(attempt));
    rests.push(restMs);
    return restMs;
  };
  const watched = watchRedis({ redis, keys, logger });
  onTestFinished(watched.close);
  const consumers = startConsumers({
    lanes: [{ number: 0, redis, keys, logger }],
    handlers: { ...idleHandlers, 'store-submissions': handled },
    concurrency: 1,
    isAway: () => false,
    onProgress: () => undefined,
    metrics,
  });
  onTestFinished(consumers.close);
  return { watched, rests };
}

/** A watched connection that admits batches, as ingest has it. */
async function watch(url: string) {
  const logger = createLogger({ service: 'test', level: 'silent' });
  const metrics = createMetrics('test');
  const redis = openRedis({ role: 'client', url, name: 'test', logger });
  onTestFinished(() => redis.disconnect());
  const watched = watchRedis({ redis, keys, logger });
  onTestFinished(watched.close);
  await waitUntilConnected(redis, timeoutMs);
  const producer = openProducer(redis, keys);
  onTestFinished(producer.close);
  await makeCounter(redis, keys, owner);
  const intake = new Intake(redis, keys, producer, watched);
  measureLanes([{ number: 0, watch: watched }], metrics);
  const measured = async (name: string) =>
    Number(new RegExp(`^${name}{.*} (.*)$`, 'm').exec(await metrics.registry.metrics())?.[1]);
  return {
    redis,
    watched,
    producer,
    measured,
    admit: (id: string) => intake.admit({ id, requests, claims: [], batch: batchSaying(id) }),
    untilWritable: (value: number) =>
      waitUntil(async () => (await measured('inlet_redis_writable')) === value, { timeoutMs, what: `${value}` }),
  };
}

async function follow(replica: OwnRedis, primary: OwnRedis): Promise<void> {
  await primary.admin.config('SET', 'repl-diskless-sync-delay', '0');
  await replica.admin.replicaof('127.0.0.1', primary.port);
  await waitUntil(async () => (await primary.admin.info('replication')).includes('state=online'), { timeoutMs });
}

it('a client of a demoted Redis is led to the new primary, though its line never broke', async () => {
  const [old, promoted] = [await startOwnRedis({ persistent: false }), await startOwnRedis({ persistent: false })];
  const way = await openRedisProxy(old.port);
  const { admit, untilWritable } = await watch(way.url);
  await untilWritable(1);
  await admit('before');
  await follow(promoted, old);
  await promoted.admin.replicaof('NO', 'ONE');
  await old.admin.replicaof('127.0.0.1', promoted.port);
  await expect(admit('during')).rejects.toThrow('READONLY');
  way.leadTo(promoted.port);
  const succeeds = () =>
    admit('after').then(
      () => true,
      () => false,
    );
  await waitUntil(succeeds, { timeoutMs });
  expect(await promoted.admin.lrange(`${keys.queues}:submissions:wait`, 0, -1)).toEqual(['after', 'before']);
});

it('a batch that Redis executes after its deadline is not queued, by the clock of Redis', async () => {
  const server = await startOwnRedis({ persistent: false });
  const { redis, watched, producer } = await watch(server.url);
  await watched.check();
  expect(Math.abs((watched.timeIn(0) ?? 0) - Date.now())).toBeLessThan(timeoutMs);
  const late = new Intake(redis, keys, producer, { ...watched, timeIn: () => watched.timeIn(-1) });
  await expect(late.admit({ id: 'late', requests, claims: [], batch: batchSaying('late') })).rejects.toThrow('LATE');
  expect(await redis.exists(`${keys.queues}:submissions:wait`, `${keys.queues}:submissions:late`)).toBe(0);
  expect(await usedOf(redis, keys, owner)).toEqual({ submissions: 0, bytes: 0 });
});

it('no batch is sent to a new connection before the time of Redis is known', async () => {
  const server = await startOwnRedis({ persistent: false });
  const { redis, watched, producer } = await watch(server.url);
  let isKnown = false;
  const intake = new Intake(redis, keys, producer, {
    ...watched,
    check: async () => {
      isKnown = true;
    },
    timeIn: () => (isKnown ? 1 : undefined),
  });
  await expect(intake.admit({ id: 'first', requests, claims: [], batch: batchSaying('first') })).rejects.toThrow(
    'LATE',
  );
});

it('a batch is admitted only when a replica has it, for as long as Redis lists one', async () => {
  const [primary, replica] = [await startOwnRedis(), await startOwnRedis()];
  const { admit, watched, measured } = await watch(primary.url);
  await admit('alone');
  expect(await primary.admin.info('commandstats')).not.toContain('cmdstat_wait:');

  await follow(replica, primary);
  await waitUntil(async () => (await measured('inlet_redis_replicas')) === 1, { timeoutMs });
  await admit('in both');
  expect(await replica.admin.exists(`${keys.queues}:submissions:in both`)).toBe(1);

  process.kill(replica.pid(), 'SIGSTOP');
  await expect(admit('in one')).rejects.toThrow('No replica confirmed');
  // A check in between still reports that Redis accepts writes.
  await Promise.all([admit('in one too').catch(() => undefined), watched.check()]);
  process.kill(replica.pid(), 'SIGCONT');
  await waitUntil(() => admit('in both again').then(Boolean, () => false), { timeoutMs });

  await replica.admin.replicaof('NO', 'ONE');
  await waitUntil(async () => (await measured('inlet_redis_replicas')) === 0, { timeoutMs });
  await admit('alone again');
});

it('on a new connection nothing is admitted before it is known whether there is a replica', async () => {
  const [first, second, replica] = [await startOwnRedis(), await startOwnRedis(), await startOwnRedis()];
  await follow(replica, second);
  const way = await openRedisProxy(first.port);
  const { redis, admit, watched } = await watch(way.url);
  await admit('before');
  process.kill(replica.pid(), 'SIGSTOP');
  way.leadTo(second.port);
  await makeCounter(second.admin, keys, owner);
  // No check runs any more, as before the first check.
  watched.close();
  redis.disconnect(true);
  await waitUntil(() => redis.status !== 'ready');
  await waitUntil(() => redis.status === 'ready');
  await expect(admit('early')).rejects.toThrow('No replica confirmed');
  process.kill(replica.pid(), 'SIGCONT');
});

it('a worker of a demoted Redis is led to the new primary, although it only waits for jobs', async () => {
  const [old, promoted] = [await startOwnRedis({ persistent: false }), await startOwnRedis({ persistent: false })];
  const way = await openRedisProxy(old.port);
  const handled = vi.fn(async () => undefined);
  const { watched } = await consume(way.url, handled);
  const isWaiting = async () => (await old.admin.info('clients')).includes(`blocked_clients:${queueCount}`);
  await waitUntil(isWaiting, { timeoutMs, what: 'the worker to wait for every queue' });
  const { admit } = await watch(promoted.url);
  way.leadTo(promoted.port);
  await old.admin.replicaof('127.0.0.1', 1);
  const isThere = async () => (await promoted.admin.info('clients')).includes(`blocked_clients:${queueCount}`);
  await waitUntil(isThere, { timeoutMs, what: 'the worker to wait at the new primary' });
  await waitUntil(
    () =>
      watched.check().then(
        () => true,
        () => false,
      ),
    { timeoutMs },
  );
  await admit('there');
  await waitUntil(() => handled.mock.calls.length === 1, { timeoutMs, what: 'the job to be taken' });
});

it('a worker whose job ends at a demoted Redis rests before it asks again, ever longer', async () => {
  const server = await startOwnRedis({ persistent: false });
  const [begun, mayEnd] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const { rests } = await consume(server.url, () => {
    begun.resolve();
    return mayEnd.promise;
  });
  const { admit } = await watch(server.url);
  await admit('under way');
  await begun.promise;
  await server.admin.replicaof('127.0.0.1', 1);
  mayEnd.resolve();
  await waitUntil(() => rests.some((restMs) => restMs >= longRestMs), { timeoutMs, what: 'a long rest' });
  await server.admin.replicaof('NO', 'ONE');
});
