import { waitUntil } from '@inlet/local-servers/wait-until';
import { createMetrics } from '@inlet/observe/metrics';
import { createLogger } from '@inlet/process/logger';
import { openRedis, type RedisConnection, type RedisRole, waitUntilConnected } from '@inlet/redis/connections';
import { redisKeys } from '@inlet/redis/keys';
import { watchRedis } from '@inlet/redis/redis-watch';
import { watchConnection } from '@inlet/redis/watch-connection';
import { startOwnCluster } from '@inlet/testing/own-cluster';
import { expect, it, onTestFinished, vi } from 'vitest';
import { startConsumers } from '#consumers.ts';
import { openProducer } from '#producer.ts';
import { batchSaying, idleHandlers } from '#queue.test-setup.ts';

const prefix = 'cluster';
const keys = redisKeys(prefix);
const timeoutMs = 60_000;
/** Without the pause, a connection that was ready is restored after a tenth of a second. */
const longRestMs = 500;

async function connect(role: RedisRole, url: string): Promise<RedisConnection> {
  const logger = createLogger({ service: 'test', level: 'silent' });
  const redis = openRedis({ role, url, prefix, name: `test-${role}`, logger });
  onTestFinished(() => redis.disconnect());
  await waitUntilConnected(redis, timeoutMs);
  return redis;
}

/** A connection of every kind, with jobs that are queued and taken, and messages that are published and heard. */
async function connectEverything(url: string) {
  const logged: string[] = [];
  const logger = createLogger(
    { service: 'test', level: 'info' },
    { write: (line: string) => void logged.push(JSON.parse(line).msg) },
  );
  const [client, subscriber, redis] = [
    await connect('client', url),
    await connect('subscriber', url),
    await connect('consumer', url),
  ];
  // BullMQ's copies have the same options.
  const rests: number[] = [];
  const { retryStrategy } = redis.options;
  redis.options.retryStrategy = (attempt) => {
    rests.push(Number(retryStrategy?.(attempt)));
    return rests.at(-1);
  };
  const heard = vi.fn();
  subscriber.on('message', (_channel, message) => heard(message));
  await subscriber.subscribe(keys.formChanges);
  onTestFinished(watchConnection(subscriber, keys, 100).close);
  const watch = watchRedis({ redis: client, keys, logger });
  onTestFinished(watch.close);
  const producer = openProducer(client, keys);
  onTestFinished(producer.close);
  const taken = vi.fn();
  const handle = async (_payload: unknown, { jobId }: { jobId: string }) => taken(jobId);
  const consumers = startConsumers({
    lanes: [{ number: 0, redis, keys, logger }],
    handlers: { ...idleHandlers, 'store-submissions': handle },
    concurrency: 1,
    isAway: () => false,
    onProgress: () => undefined,
    metrics: createMetrics('test'),
  });
  onTestFinished(consumers.close);
  const connections = { client, subscriber, redis };
  return {
    watch,
    logged,
    client,
    rests,
    taken,
    /** Queues a job, and waits until it is taken and a message is heard. */
    untilUsed: async (name: string) => {
      const add = () =>
        producer.add('store-submissions', name, batchSaying(name)).then(
          () => true,
          () => false,
        );
      await waitUntil(add, { timeoutMs, what: `the job ${name} to be queued` });
      await waitUntil(() => taken.mock.calls.some(([id]) => id === name), { timeoutMs, what: `${name} to be taken` });
      const isHeard = () => heard.mock.calls.some(([message]) => message === name);
      const tell = () => client.publish(keys.formChanges, name).then(isHeard, () => false);
      await waitUntil(tell, { timeoutMs, what: `${name} to be heard` });
    },
    portsOf: () => Object.values(connections).map(({ stream }) => stream.remotePort),
  };
}

it('every kind of connection uses the master of the slot, and follows it when its replica is promoted', async () => {
  const cluster = await startOwnCluster({ prefix });
  const { master, replicas } = await cluster.holders();
  const [replica] = replicas;
  if (!replica) throw new Error('The master has a replica');
  const used = await connectEverything(cluster.url);
  await used.untilUsed('before');
  expect(used.portsOf()).toEqual([master.port, master.port, master.port]);
  await used.watch.check();
  // One replica confirms.
  await used.watch.confirm();
  expect(await replica.admin.dbsize()).toBeGreaterThan(0);

  await master.kill();
  await cluster.untilMaster(replica);
  await used.untilUsed('after');
  await waitUntil(() => used.portsOf().every((port) => port === replica.port), { timeoutMs, what: 'all to follow' });
  await used.watch.check();
  await used.watch.confirm();
  expect(used.logged.join()).not.toContain('REDIS_URL');
});

it('every kind of connection follows the slot, and Redis counts as refusing while its keys move', async () => {
  const cluster = await startOwnCluster({ prefix, replicas: 0 });
  const target = await cluster.otherMaster();
  const used = await connectEverything(cluster.url);
  await used.untilUsed('before');
  const source = (await cluster.holders()).master;
  await cluster.moveSlot(target, async () => {
    await expect(used.watch.check()).rejects.toThrow('ASK');
    await waitUntil(() => used.rests.some((ms) => ms >= longRestMs), { timeoutMs, what: 'the workers to rest' });
    // A script is refused before it runs, as it would find only some of its keys.
    const producer = openProducer(used.client, keys);
    onTestFinished(producer.close);
    await expect(producer.add('store-submissions', 'between', batchSaying('between'))).rejects.toThrow(/TRYAGAIN|ASK/);
  });
  await used.untilUsed('after');
  await waitUntil(() => used.portsOf().every((port) => port === target.port), { timeoutMs, what: 'all to follow' });
  await used.watch.check();
  expect(await source.admin.dbsize()).toBe(0);
  expect(new Set(used.taken.mock.calls.map(([id]) => id))).toEqual(new Set(['before', 'after']));
  expect(used.logged.filter((line) => line.startsWith('redis:'))).toEqual([
    'redis: refuses writes',
    'redis: accepts writes again',
  ]);
});

it('jobs that wait move with the slot', async () => {
  const cluster = await startOwnCluster({ prefix, replicas: 0 });
  const producer = openProducer(await connect('client', cluster.url), keys);
  onTestFinished(producer.close);
  const names = Array.from({ length: 30 }, (_, index) => `waiting-${index}`);
  await Promise.all(names.map((name) => producer.add('store-submissions', name, batchSaying(name))));
  await cluster.moveSlot(await cluster.otherMaster());
  const { taken } = await connectEverything(cluster.url);
  await waitUntil(() => taken.mock.calls.length >= names.length, { timeoutMs, what: 'every job to be taken' });
  expect(taken.mock.calls.map(([id]) => id).toSorted()).toEqual(names.toSorted());
});

it('each node alone leads to the master, and nodes that do not respond are skipped', async () => {
  const cluster = await startOwnCluster({ prefix, replicas: 0 });
  const { master } = await cluster.holders();
  for (const { port } of cluster.nodes) {
    const client = await connect('client', `redis+cluster://127.0.0.1:1,127.0.0.1:${port}`);
    expect(client.stream.remotePort).toBe(master.port);
    client.disconnect();
  }
  // A connection knows the other nodes once one has named them.
  const named = cluster.nodes.find(({ port }) => port !== master.port);
  if (!named) throw new Error('There are other masters');
  const client = await connect('client', `redis+cluster://127.0.0.1:${named.port}`);
  await named.kill();
  client.disconnect(true);
  await waitUntil(() => client.status !== 'ready', { timeoutMs });
  await waitUntil(() => client.status === 'ready', { timeoutMs, what: 'the connection to be made anew' });
  expect(client.stream.remotePort).toBe(master.port);
});
