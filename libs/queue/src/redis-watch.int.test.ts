import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { openRedis, type RedisRole, waitUntilConnected } from '@inlet/redis/connections';
import { redisKeys } from '@inlet/redis/keys';
import { type RedisWatch, watchRedis } from '@inlet/redis/redis-watch';
import { createLogger } from '@inlet/service/logger';
import { createMetrics } from '@inlet/service/metrics';
import { openRedisProxy } from '@inlet/testing/redis-proxy';
import { startRedisServer } from '@inlet/testing/redis-server';
import { makeTestFolder } from '@inlet/testing/test-folder';
import { waitUntil } from '@inlet/testing/wait-until';
import { Redis } from 'ioredis';
import { expect, it, onTestFinished, vi } from 'vitest';
import { startConsumers } from '#consumers.ts';
import { openIntake } from '#intake.ts';
import { openProducer } from '#producer.ts';
import { batchSaying } from '#queue.test-setup.ts';

const keys = redisKeys('watch');
const timeoutMs = 10_000;
const requests = [{ userId: 'user', month: '2026-11', wanted: 1, limit: 100 }];

async function startServer(options: { persistent?: boolean } = {}) {
  const folder = await makeTestFolder('inlet-watch-');
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const server = await startRedisServer({ dir: join(folder, 'redis'), ...options });
  onTestFinished(async () => {
    resume(server.pid);
    await server.stop();
  });
  const admin = new Redis(server.url);
  admin.on('error', () => undefined);
  onTestFinished(() => admin.disconnect());
  return { ...server, admin, folder: join(folder, 'redis') };
}

function resume(pid: number): void {
  try {
    process.kill(pid, 'SIGCONT');
  } catch {
    // It has ended in its test.
  }
}

/** While the connection is made anew, a question may fail for that. */
async function untilSaid({ check }: RedisWatch, words: string): Promise<void> {
  const says = (): Promise<boolean> =>
    check().then(
      () => false,
      (error: Error) => error.message.includes(words),
    );
  await waitUntil(says, { timeoutMs, what: words });
}

/** A watched connection, as ingest has it by default. */
async function watch(url: string, role: RedisRole = 'client') {
  const logged: string[] = [];
  const write = (line: string) => void logged.push(JSON.parse(line).msg);
  const logger = createLogger({ service: 'test', level: 'info' }, { write });
  const metrics = createMetrics('test');
  const redis = openRedis({ role, url, name: 'test', logger });
  onTestFinished(() => redis.disconnect());
  const watched = watchRedis({ redis, keys, metrics, logger });
  onTestFinished(watched.close);
  await waitUntilConnected(redis, timeoutMs);
  const producer = openProducer(redis, keys);
  onTestFinished(producer.close);
  await redis.set(keys.usageComplete('2026-11'), '1');
  const intake = openIntake(redis, keys, producer, watched.confirm);
  const measured = async (name: string) =>
    Number(new RegExp(`^${name}{.*} (.*)$`, 'm').exec(await metrics.registry.metrics())?.[1]);
  return {
    redis,
    logged,
    watched,
    measured,
    admit: (id: string) => intake.admit(requests, [], id, batchSaying(id)),
    untilWritable: (value: number) =>
      waitUntil(async () => (await measured('inlet_redis_writable')) === value, { timeoutMs, what: `${value}` }),
  };
}

async function follow(replica: { admin: Redis }, primary: { port: number; admin: Redis }): Promise<void> {
  await primary.admin.config('SET', 'repl-diskless-sync-delay', '0');
  await replica.admin.replicaof('127.0.0.1', primary.port);
  await waitUntil(async () => (await primary.admin.info('replication')).includes('state=online'), { timeoutMs });
}

it.each([
  [
    'READONLY',
    ({ admin }: { admin: Redis }) => admin.replicaof('127.0.0.1', 1),
    ({ admin }: { admin: Redis }) => admin.replicaof('NO', 'ONE'),
  ],
  [
    'OOM',
    ({ admin }: { admin: Redis }) => admin.config('SET', 'maxmemory', '1'),
    ({ admin }: { admin: Redis }) => admin.config('SET', 'maxmemory', '0'),
  ],
  [
    'NOREPLICAS',
    ({ admin }: { admin: Redis }) => admin.config('SET', 'min-replicas-to-write', '1'),
    ({ admin }: { admin: Redis }) => admin.config('SET', 'min-replicas-to-write', '0'),
  ],
])('a Redis that answers %s is noticed, and so is that it takes writes again', async (answer, begin, end) => {
  const server = await startServer({ persistent: false });
  const { watched, untilWritable, logged } = await watch(server.url);
  await untilWritable(1);
  await begin(server);
  await untilWritable(0);
  await untilSaid(watched, answer);
  await end(server);
  await untilWritable(1);
  await watched.check();
  // The probe leaves nothing behind.
  expect(await server.admin.exists(keys.writeProbe)).toBe(0);
  expect(logged.filter((line) => line.startsWith('redis:'))).toEqual([
    'redis: refuses writes',
    'redis: accepts writes again',
  ]);
});

it('a Redis that cannot save its data is noticed, although it is the primary', async () => {
  const server = await startServer({ persistent: false });
  const { watched, untilWritable } = await watch(server.url);
  // A copy cannot take the name of a folder.
  await mkdir(join(server.folder, 'dump.rdb'));
  await server.admin.config('SET', 'save', '3600 1');
  await server.admin.bgsave();
  await untilWritable(0);
  await untilSaid(watched, 'MISCONF');
  // It would not end before it has saved.
  await server.admin.config('SET', 'save', '');
});

it('an unanswered question is not a refusal: what is not known is not measured', async () => {
  const server = await startServer({ persistent: false });
  const { watched, measured, untilWritable } = await watch(server.url);
  await untilWritable(1);
  await server.stop();
  await waitUntil(async () => Number.isNaN(await measured('inlet_redis_writable')), { timeoutMs });
  expect(await measured('inlet_redis_replicas')).toBeNaN();
  await expect(watched.check()).rejects.toThrow();
});

it('a worker does not know either whether a Redis that is away takes writes', async () => {
  const server = await startServer({ persistent: false });
  const { measured, untilWritable } = await watch(server.url, 'consumer');
  await untilWritable(1);
  await server.stop();
  await waitUntil(async () => Number.isNaN(await measured('inlet_redis_writable')), { timeoutMs });
});

it('a client of a demoted Redis is led to the new primary, though its line never broke', async () => {
  const [old, promoted] = [await startServer({ persistent: false }), await startServer({ persistent: false })];
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

it('a batch is admitted only when a replica has it, for as long as Redis lists one', async () => {
  const [primary, replica] = [await startServer(), await startServer()];
  const { admit, watched, measured } = await watch(primary.url);
  await admit('alone');
  expect(await primary.admin.info('commandstats')).not.toContain('cmdstat_wait:');

  await follow(replica, primary);
  await waitUntil(async () => (await measured('inlet_redis_replicas')) === 1, { timeoutMs });
  await admit('in both');
  expect(await replica.admin.exists(`${keys.queues}:submissions:in both`)).toBe(1);

  process.kill(replica.pid, 'SIGSTOP');
  await expect(admit('in one')).rejects.toThrow('No replica confirmed');
  // A check in between still says that Redis takes writes.
  await Promise.all([admit('in one too').catch(() => undefined), watched.check()]);
  process.kill(replica.pid, 'SIGCONT');
  await waitUntil(() => admit('in both again').then(Boolean, () => false), { timeoutMs });

  await replica.admin.replicaof('NO', 'ONE');
  await waitUntil(async () => (await measured('inlet_redis_replicas')) === 0, { timeoutMs });
  await admit('alone again');
});

it('on a new connection nothing is admitted before it is known whether there is a replica', async () => {
  const [first, second, replica] = [await startServer(), await startServer(), await startServer()];
  await follow(replica, second);
  const way = await openRedisProxy(first.port);
  const { redis, admit, watched } = await watch(way.url);
  await admit('before');
  process.kill(replica.pid, 'SIGSTOP');
  way.leadTo(second.port);
  await second.admin.set(keys.usageComplete('2026-11'), '1');
  // Nobody looks by himself any more, as in the moment before the first look.
  watched.close();
  redis.disconnect(true);
  await waitUntil(() => redis.status !== 'ready');
  await waitUntil(() => redis.status === 'ready');
  await expect(admit('early')).rejects.toThrow('No replica confirmed');
  process.kill(replica.pid, 'SIGCONT');
});

it('a worker of a demoted Redis is led to the new primary, although it only waits for jobs', async () => {
  const [old, promoted] = [await startServer({ persistent: false }), await startServer({ persistent: false })];
  const way = await openRedisProxy(old.port);
  const logger = createLogger({ service: 'test', level: 'silent' });
  const metrics = createMetrics('test');
  const redis = openRedis({ role: 'consumer', url: way.url, name: 'test', logger });
  onTestFinished(() => redis.disconnect());
  const watched = watchRedis({ redis, keys, metrics, logger });
  onTestFinished(watched.close);
  const handled = vi.fn(async () => undefined);
  const consumers = startConsumers({
    redis,
    keys,
    handlers: { 'store-submissions': handled, 'send-mail': async () => undefined },
    concurrency: 1,
    isAway: () => false,
    onProgress: () => undefined,
    logger,
    metrics,
  });
  onTestFinished(consumers.close);
  const isWaiting = async () => (await old.admin.info('clients')).includes('blocked_clients:2');
  await waitUntil(isWaiting, { timeoutMs, what: 'the worker to wait for both queues' });
  const { admit } = await watch(promoted.url);
  way.leadTo(promoted.port);
  await old.admin.replicaof('127.0.0.1', 1);
  const isThere = async () => (await promoted.admin.info('clients')).includes('blocked_clients:2');
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
