import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { startRedisSentinel } from '@inlet/local-servers/redis-sentinel';
import { startRedisServer } from '@inlet/local-servers/redis-server';
import { makeTemporaryFolder } from '@inlet/local-servers/temporary-folder';
import { waitUntil } from '@inlet/local-servers/wait-until';
import { createMetrics } from '@inlet/observe/metrics';
import { createLogger } from '@inlet/process/logger';
import { openRedis, type RedisConnection, type RedisRole, waitUntilConnected } from '@inlet/redis/connections';
import { redisKeys } from '@inlet/redis/keys';
import { Redis } from 'ioredis';
import { it, onTestFinished, vi } from 'vitest';
import { startConsumers } from '#consumers.ts';
import { openProducer } from '#producer.ts';
import { batchSaying, idleHandlers } from '#queue.test-setup.ts';

const keys = redisKeys('sentinel');
const password = 'hunter2 & more';
const downAfterMs = 500;
const timeoutMs = 60_000;
const logger = createLogger({ service: 'test', level: 'silent' });

/** A primary with a replica, both behind a password, and a Sentinel that watches them. */
async function startPair() {
  const folder = await makeTemporaryFolder('inlet-sentinel-');
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const start = async (name: string) => {
    const server = await startRedisServer({ dir: join(folder, name), persistent: false });
    onTestFinished(server.stop);
    const admin = new Redis(server.url, { password });
    admin.on('error', () => undefined);
    onTestFinished(() => admin.disconnect());
    for (const [setting, value] of [
      ['repl-diskless-sync-delay', '0'],
      ['masterauth', password],
      ['requirepass', password],
    ] as const) {
      await admin.config('SET', setting, value);
    }
    return { ...server, admin };
  };
  const [primary, replica] = [await start('one'), await start('two')];
  await replica.admin.replicaof('127.0.0.1', primary.port);
  await waitUntil(async () => (await primary.admin.info('replication')).includes('state=online'), { timeoutMs });
  const sentinel = await startRedisSentinel({
    dir: join(folder, 'sentinel'),
    name: 'main',
    primaryPort: primary.port,
    downAfterMs,
    password,
  });
  onTestFinished(sentinel.stop);
  const address = `:${encodeURIComponent(password)}@127.0.0.1:1,127.0.0.1:${sentinel.port}`;
  return { primary, replica, sentinel, url: `redis+sentinel://${address}/main` };
}

async function connect(role: RedisRole, url: string): Promise<RedisConnection> {
  const redis = openRedis({ role, url, name: `test-${role}`, logger });
  onTestFinished(() => redis.disconnect());
  await waitUntilConnected(redis, timeoutMs);
  return redis;
}

it('every kind of connection finds the primary through a Sentinel, and the next one after a failover', async () => {
  const { primary, replica, sentinel, url } = await startPair();
  const client = await connect('client', url);
  const subscriber = await connect('subscriber', url);
  const heard = vi.fn();
  subscriber.on('message', heard);
  await subscriber.subscribe('changes');
  const producer = openProducer(client, keys);
  onTestFinished(producer.close);
  const handled = vi.fn(async () => undefined);
  const consumers = startConsumers({
    lanes: [{ number: 0, redis: await connect('consumer', url), keys, logger }],
    handlers: { ...idleHandlers, 'store-submissions': handled },
    concurrency: 1,
    isAway: () => false,
    onProgress: () => undefined,
    metrics: createMetrics('test'),
  });
  onTestFinished(consumers.close);
  await producer.add('store-submissions', 'before', batchSaying('before'));
  await waitUntil(() => handled.mock.calls.length === 1, { timeoutMs });
  // Sentinel knows its replica by now; otherwise there would be nothing to promote.
  const watcher = new Redis(sentinel.port, '127.0.0.1');
  onTestFinished(() => watcher.disconnect());
  const replicas = async () => (await watcher.call('SENTINEL', 'replicas', 'main')) as unknown[];
  await waitUntil(async () => (await replicas()).length === 1, { timeoutMs, what: 'Sentinel to know the replica' });

  process.kill(primary.pid, 'SIGKILL');
  const isPromoted = async () => (await replica.admin.info('replication')).includes('role:master');
  await waitUntil(isPromoted, { timeoutMs, what: 'the promotion' });
  const add = () =>
    producer.add('store-submissions', 'after', batchSaying('after')).then(
      () => true,
      () => false,
    );
  await waitUntil(add, { timeoutMs, what: 'the client to reach the new primary' });
  await waitUntil(() => handled.mock.calls.length === 2, { timeoutMs, what: 'the consumer to take a job there' });
  await waitUntil(async () => (await client.publish('changes', 'form-a')) > 0, { timeoutMs, what: 'the subscriber' });
  await waitUntil(() => heard.mock.calls.length > 0);
});
