import { waitUntil } from '@inlet/local-servers/wait-until';
import { createMetrics } from '@inlet/observe/metrics';
import { createLogger } from '@inlet/process/logger';
import type { RedisConnection } from '@inlet/redis/connections';
import { redisKeys } from '@inlet/redis/keys';
import { makeCounter, usedOf } from '@inlet/testing/counters';
import { expectFailureAtOnce, gaveUp, type OwnRedis, startOwnRedis, succeeds } from '@inlet/testing/own-redis';
import { openRedisProxy } from '@inlet/testing/redis-proxy';
import { Queue } from 'bullmq';
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { startConsumers } from '#consumers.ts';
import { Intake } from '#intake.ts';
import { jobs } from '#jobs.ts';
import { openProducer } from '#producer.ts';
import { batchSaying, idleHandlers } from '#queue.test-setup.ts';

const keys = redisKeys('outage');
const job = 'store-submissions';
const queueCount = new Set(Object.values(jobs).map(({ queue }) => queue)).size;
const logger = createLogger({ service: 'test', level: 'silent' });

let server: OwnRedis;

beforeEach(async () => {
  server = await startOwnRedis();
});

const owner = { userId: 'user', month: '2026-11' };

/** A message whose batch needs a transaction. */
const large = 'large'.repeat(2_000);

/** An account without usage, and a function that admits batches of five for it. */
async function openAdmission(redis: RedisConnection) {
  await makeCounter(redis, keys, owner);
  const producer = openProducer(redis, keys);
  onTestFinished(producer.close);
  const intake = new Intake(redis, keys, producer);
  const limits = { submissions: 100, bytes: 1_000 };
  const requests = [{ ...owner, wanted: { submissions: 5, bytes: 50 }, limits }];
  return {
    intake,
    requests,
    admit: (id: string, message = id) => intake.admit({ id, requests, claims: [], batch: batchSaying(message) }),
  };
}

describe('an admission', () => {
  it('sends nothing twice, because Redis may have done it already', async () => {
    const way = await openRedisProxy(server.port);
    const redis = await server.connect('client', way.url);
    const { admit } = await openAdmission(redis);
    await admit('first');
    // BullMQ sends its queue's description once on the same connection; the test must not lose that reply instead.
    await waitUntil(() => redis.exists(`${keys.queues}:submissions:meta`));
    way.loseNextAnswer();
    await expectFailureAtOnce(admit('second'));
    await waitUntil(() => redis.status === 'ready');
    expect(await usedOf(redis, keys, owner)).toEqual({ submissions: 10, bytes: 100 });
    expect(await redis.llen(`${keys.queues}:submissions:wait`)).toBe(2);
  });

  it('admits nothing of a batch whose end Redis never heard', async () => {
    const way = await openRedisProxy(server.port);
    const redis = await server.connect('client', way.url);
    const { admit } = await openAdmission(redis);
    await admit('first');
    way.loseNext('exec');
    await expectFailureAtOnce(admit('second', large));
    await waitUntil(() => redis.status === 'ready');
    expect(await usedOf(redis, keys, owner)).toEqual({ submissions: 5, bytes: 50 });
    expect(await redis.exists(`${keys.queues}:submissions:first`, `${keys.queues}:submissions:second`)).toBe(1);
    expect(await redis.llen(`${keys.queues}:submissions:wait`)).toBe(1);
  });

  it.each([
    ['small', 'second'],
    ['large', large],
  ])('admits all of a %s batch or nothing where Redis has no memory left', async (_, message) => {
    const redis = await server.connect('client');
    const { admit } = await openAdmission(redis);
    await admit('first');
    await redis.config('SET', 'maxmemory', '1mb');
    await expect(admit('second', message)).rejects.toThrow('OOM');
    await redis.config('SET', 'maxmemory', '0');
    expect(await usedOf(redis, keys, owner)).toEqual({ submissions: 5, bytes: 50 });
    expect(await redis.exists(`${keys.queues}:submissions:first`, `${keys.queues}:submissions:second`)).toBe(1);
  });
});

describe('a producer', () => {
  it('fails in time while Redis is away, and adds again soon after it is back', async () => {
    const redis = await server.connect('client');
    const producer = openProducer(redis, keys);
    onTestFinished(producer.close);
    await producer.add(job, 'before', batchSaying('before'));
    await server.stop();
    await waitUntil(() => redis.status !== 'ready');
    await expectFailureAtOnce(producer.add(job, 'during', batchSaying('during')));
    await server.start();
    await waitUntil(() => succeeds(() => producer.add(job, 'after', batchSaying('after'))));
  });

  it('fails in time although Redis has been away from the start, and adds soon after it came', async () => {
    await server.stop();
    const producer = openProducer(server.open('client'), keys);
    onTestFinished(producer.close);
    await expectFailureAtOnce(producer.add(job, 'during', batchSaying('during')));
    await server.start();
    await waitUntil(() => succeeds(() => producer.add(job, 'after', batchSaying('after'))));
  });

  it('fails in time while Redis hangs, and the same id makes it harmless that the job was added all the same', async () => {
    const redis = await server.connect('client');
    const producer = openProducer(redis, keys);
    onTestFinished(producer.close);
    await producer.add(job, 'before', batchSaying('before'));
    await server.whileHung(() => expect(producer.add(job, 'batch-a', batchSaying('hello'))).rejects.toThrow(gaveUp));
    const queue = new Queue('submissions', { connection: redis, prefix: keys.queues });
    onTestFinished(() => queue.close());
    await waitUntil(async () => (await queue.getWaitingCount()) === 2);
    await producer.add(job, 'batch-a', batchSaying('hello'));
    expect(await queue.getWaitingCount()).toBe(2);
  });
});

describe('a consumer', () => {
  async function consume(handler: () => Promise<void>, connection?: RedisConnection) {
    const redis = connection ?? (await server.connect('consumer'));
    const metrics = createMetrics('test');
    const handlers = { ...idleHandlers, [job]: handler };
    return startConsumers({
      lanes: [{ number: 0, redis, keys, logger }],
      handlers,
      concurrency: 1,
      isAway: () => false,
      onProgress: () => undefined,
      metrics,
    });
  }

  it('continues on its own after an outage, with the jobs added before it', async () => {
    const handler = vi.fn(async () => undefined);
    const client = await server.connect('client');
    const producer = openProducer(client, keys);
    onTestFinished(producer.close);
    const consumers = await consume(handler);
    onTestFinished(consumers.close);
    await producer.add(job, 'before', batchSaying('before'));
    await waitUntil(() => handler.mock.calls.length === 1);
    await server.stop();
    await waitUntil(() => client.status !== 'ready');
    await server.start();
    await waitUntil(() => succeeds(() => producer.add(job, 'after', batchSaying('after'))));
    await waitUntil(() => handler.mock.calls.length === 2);
  });

  it('can be started while Redis is away, and works when it comes', async () => {
    await server.stop();
    const handler = vi.fn(async () => undefined);
    const consumers = await consume(handler, server.open('consumer'));
    onTestFinished(consumers.close);
    await server.start();
    const producer = openProducer(await server.connect('client'), keys);
    onTestFinished(producer.close);
    await producer.add(job, 'batch-a', batchSaying('hello'));
    await waitUntil(() => handler.mock.calls.length === 1);
  });

  it('closes while Redis is away and no job is under way', async () => {
    const consumers = await consume(async () => undefined);
    await server.stop();
    await waitUntil(() => server.logged.includes('redis: connection lost'));
    await consumers.close();
  });

  it('closes although its connections are just made again, and Redis hangs', async () => {
    const way = await openRedisProxy(server.port);
    const consumers = await consume(async () => undefined, await server.connect('consumer', way.url));
    const isWaiting = async () => (await server.admin.info('clients')).includes(`blocked_clients:${queueCount}`);
    await waitUntil(isWaiting);
    await server.whileHung(async () => {
      const expected = way.connectionCount() + way.breakAll();
      await waitUntil(() => way.connectionCount() === expected, { what: 'all of them to connect, and wait for Redis' });
      await consumers.close();
    });
  });
});
