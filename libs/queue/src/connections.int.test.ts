import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { openRedis, type RedisConnection, type RedisRole, waitUntilConnected } from '@inlet/redis/connections';
import { redisKeys } from '@inlet/redis/keys';
import { openQuota } from '@inlet/redis/quota';
import { createLogger } from '@inlet/service/logger';
import { createMetrics } from '@inlet/service/metrics';
import { freePort } from '@inlet/testing/free-port';
import { openRedisProxy } from '@inlet/testing/redis-proxy';
import { startRedisServer } from '@inlet/testing/redis-server';
import { makeTestFolder } from '@inlet/testing/test-folder';
import { waitUntil } from '@inlet/testing/wait-until';
import { Queue } from 'bullmq';
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { startConsumers } from '#consumers.ts';
import { openIntake } from '#intake.ts';
import { openProducer } from '#producer.ts';
import { batchSaying } from '#queue.test-setup.ts';

const keys = redisKeys('outage');
const job = 'store-submissions';
/** The error of a command that waited two seconds for Redis; `npm run faults` holds the time. */
const gaveUp = 'Command timed out';
const connectTimeoutMs = 15_000;

let folder: string;
let port: number;
let server: Awaited<ReturnType<typeof startRedisServer>>;
let logged: string[];

const write = (line: string) => {
  logged.push(JSON.parse(line).msg);
};
const logger = createLogger({ service: 'test', level: 'info' }, { write });

/** Starts a Redis of the test's own, to be stopped and halted as it likes. */
async function startServer(): Promise<void> {
  server = await startRedisServer({ dir: join(folder, 'redis'), port });
}

function open(role: RedisRole, url = `redis://127.0.0.1:${port}`): RedisConnection {
  const redis = openRedis({ role, url, name: `test-${role}`, logger });
  onTestFinished(() => redis.disconnect());
  return redis;
}

async function connect(role: RedisRole, url?: string): Promise<RedisConnection> {
  const redis = open(role, url);
  await waitUntilConnected(redis, connectTimeoutMs);
  return redis;
}

/** Runs while Redis is there but silent, as when its disk hangs. */
async function whileHung(work: () => Promise<void>): Promise<void> {
  process.kill(server.pid, 'SIGSTOP');
  try {
    await work();
  } finally {
    process.kill(server.pid, 'SIGCONT');
  }
}

/** Fails, and not because the command was given up after some time. */
async function expectFailureAtOnce(work: Promise<unknown>): Promise<void> {
  await expect(work).rejects.toThrow(expect.not.objectContaining({ message: gaveUp }));
}

function succeeds(work: () => Promise<unknown>): Promise<boolean> {
  return work().then(
    () => true,
    () => false,
  );
}

/** An account that nothing is counted for, and a way to admit batches of five for it. */
async function openAdmission(redis: RedisConnection) {
  await openQuota(redis, keys).load('user', '2026-11', 0);
  const producer = openProducer(redis, keys);
  onTestFinished(producer.close);
  const intake = openIntake(redis, keys, producer);
  const requests = [{ userId: 'user', month: '2026-11', wanted: 5, limit: 100 }];
  return { intake, admit: (id: string) => intake.admit(requests, [], id, batchSaying(id)) };
}

beforeEach(async () => {
  logged = [];
  folder = await makeTestFolder('inlet-outage-');
  port = await freePort();
  await startServer();
});

afterEach(async () => {
  await server.stop();
  await rm(folder, { recursive: true, force: true });
});

describe('a client', () => {
  it('fails at once while Redis is away, and works again soon after it is back', async () => {
    const redis = await connect('client');
    await server.stop();
    await waitUntil(() => redis.status !== 'ready');
    await expectFailureAtOnce(redis.ping());
    await startServer();
    await waitUntil(() => succeeds(() => redis.ping()));
  });

  it('fails in time while Redis hangs, and works again when it goes on', async () => {
    const redis = await connect('client');
    await whileHung(() => expect(redis.ping()).rejects.toThrow(gaveUp));
    await waitUntil(() => succeeds(() => redis.ping()));
  });

  it('fails at once when Redis hung before there was a connection', async () => {
    await whileHung(() => expectFailureAtOnce(open('client').ping()));
  });

  it('works again soon after its line went silent without a word to either end', async () => {
    const way = await openRedisProxy(port);
    const redis = await connect('client', way.url);
    way.goSilent();
    await expect(redis.ping()).rejects.toThrow();
    await waitUntil(() => succeeds(() => redis.ping()));
    expect(way.connectionCount()).toBe(2);
  });

  it('sends nothing twice, because Redis may have done it already', async () => {
    const way = await openRedisProxy(port);
    const redis = await connect('client', way.url);
    const { admit } = await openAdmission(redis);
    await admit('first');
    // BullMQ describes its queue once on the same line, unasked; that answer is not the one to lose.
    await waitUntil(() => redis.exists(`${keys.queues}:submissions:meta`));
    way.loseNextAnswer();
    await expectFailureAtOnce(admit('second'));
    await waitUntil(() => redis.status === 'ready');
    expect(await redis.get(keys.usage('user', '2026-11'))).toBe('10');
    expect(await redis.llen(`${keys.queues}:submissions:wait`)).toBe(2);
  });

  it('admits nothing of a batch whose end Redis never heard', async () => {
    const way = await openRedisProxy(port);
    const redis = await connect('client', way.url);
    const { admit } = await openAdmission(redis);
    await admit('first');
    way.loseNext('exec');
    await expectFailureAtOnce(admit('second'));
    await waitUntil(() => redis.status === 'ready');
    expect(await redis.get(keys.usage('user', '2026-11'))).toBe('5');
    expect(await redis.exists(`${keys.queues}:submissions:first`, `${keys.queues}:submissions:second`)).toBe(1);
    expect(await redis.llen(`${keys.queues}:submissions:wait`)).toBe(1);
  });

  it('admits all of a batch or nothing where Redis has no memory left', async () => {
    const redis = await connect('client');
    const { admit, intake } = await openAdmission(redis);
    await admit('first');
    await redis.config('SET', 'maxmemory', '1mb');
    await expect(admit('second')).rejects.toThrow('OOM');
    expect(await intake.look([{ userId: 'user', month: '2026-11', wanted: 5, limit: 7 }])).toEqual([2]);
    await redis.config('SET', 'maxmemory', '0');
    expect(await redis.get(keys.usage('user', '2026-11'))).toBe('5');
    expect(await redis.exists(`${keys.queues}:submissions:first`, `${keys.queues}:submissions:second`)).toBe(1);
  });

  it('asks a Redis that still reads its data from disk again and again, and not after the seconds that it guesses', async () => {
    const way = await openRedisProxy(port);
    way.sayLoading(20);
    const redis = open('client', way.url);
    await waitUntil(() => redis.status === 'ready', { timeoutMs: 10_000 });
  });

  it('can be opened while Redis is away', async () => {
    await server.stop();
    const redis = open('client');
    await waitUntilConnected(redis, 300);
    await startServer();
    await waitUntil(() => succeeds(() => redis.ping()));
  });

  it('is known to Redis by its name', async () => {
    const redis = await connect('client');
    expect(await redis.client('GETNAME')).toBe('test-client');
  });
});

describe('the log', () => {
  it('says once that Redis is away and once that it is back, however often the connection tried', async () => {
    const redis = await connect('client');
    await server.stop();
    const attempts = vi.fn();
    redis.on('error', attempts);
    await waitUntil(() => attempts.mock.calls.length >= 3);
    await startServer();
    await waitUntil(() => logged.includes('redis: connected again'));
    expect(logged).toEqual(['redis: connection lost', 'redis: connected again']);
  });
});

describe('a producer', () => {
  it('fails in time while Redis is away, and adds again soon after it is back', async () => {
    const redis = await connect('client');
    const producer = openProducer(redis, keys);
    onTestFinished(producer.close);
    await producer.add(job, 'before', batchSaying('before'));
    await server.stop();
    await waitUntil(() => redis.status !== 'ready');
    await expectFailureAtOnce(producer.add(job, 'during', batchSaying('during')));
    await startServer();
    await waitUntil(() => succeeds(() => producer.add(job, 'after', batchSaying('after'))));
  });

  it('fails in time although Redis has been away from the start, and adds soon after it came', async () => {
    await server.stop();
    const producer = openProducer(open('client'), keys);
    onTestFinished(producer.close);
    await expectFailureAtOnce(producer.add(job, 'during', batchSaying('during')));
    await startServer();
    await waitUntil(() => succeeds(() => producer.add(job, 'after', batchSaying('after'))));
  });

  it('fails in time while Redis hangs, and the same id makes it harmless that the job was added all the same', async () => {
    const redis = await connect('client');
    const producer = openProducer(redis, keys);
    onTestFinished(producer.close);
    await producer.add(job, 'before', batchSaying('before'));
    await whileHung(() => expect(producer.add(job, 'batch-a', batchSaying('hello'))).rejects.toThrow(gaveUp));
    const queue = new Queue('submissions', { connection: redis, prefix: keys.queues });
    onTestFinished(() => queue.close());
    await waitUntil(async () => (await queue.getWaitingCount()) === 2);
    await producer.add(job, 'batch-a', batchSaying('hello'));
    expect(await queue.getWaitingCount()).toBe(2);
  });
});

describe('a consumer', () => {
  async function consume(handler: () => Promise<void>, connection?: RedisConnection) {
    const redis = connection ?? (await connect('consumer'));
    const metrics = createMetrics('test');
    const handlers = { [job]: handler, 'send-mail': async () => undefined };
    return startConsumers({
      redis,
      keys,
      handlers,
      concurrency: 1,
      isAway: () => false,
      onProgress: () => undefined,
      logger,
      metrics,
    });
  }

  it('goes on by itself after an outage, with what was added before it', async () => {
    const handler = vi.fn(async () => undefined);
    const client = await connect('client');
    const producer = openProducer(client, keys);
    onTestFinished(producer.close);
    const consumers = await consume(handler);
    onTestFinished(consumers.close);
    await producer.add(job, 'before', batchSaying('before'));
    await waitUntil(() => handler.mock.calls.length === 1);
    await server.stop();
    await waitUntil(() => client.status !== 'ready');
    await startServer();
    await waitUntil(() => succeeds(() => producer.add(job, 'after', batchSaying('after'))));
    await waitUntil(() => handler.mock.calls.length === 2);
  });

  it('is connected anew when its connection went silent, and then sends the waiting command', async () => {
    const way = await openRedisProxy(port);
    const redis = await connect('consumer', way.url);
    way.goSilent();
    expect(await redis.ping()).toBe('PONG');
    expect(way.connectionCount()).toBe(2);
  }, 30_000);

  it('can be started while Redis is away, and works when it comes', async () => {
    await server.stop();
    const handler = vi.fn(async () => undefined);
    const consumers = await consume(handler, open('consumer'));
    onTestFinished(consumers.close);
    await startServer();
    const producer = openProducer(await connect('client'), keys);
    onTestFinished(producer.close);
    await producer.add(job, 'batch-a', batchSaying('hello'));
    await waitUntil(() => handler.mock.calls.length === 1);
  });

  it('closes while Redis is away and no job is under way', async () => {
    const consumers = await consume(async () => undefined);
    await server.stop();
    await waitUntil(() => logged.includes('redis: connection lost'));
    await consumers.close();
  }, 15_000);
});

describe('a subscriber', () => {
  it('hears again after an outage without being told what', async () => {
    const subscriber = await connect('subscriber');
    const heard: string[] = [];
    subscriber.on('message', (_, message) => heard.push(message));
    await subscriber.subscribe('changes');
    await server.stop();
    await waitUntil(() => subscriber.status !== 'ready');
    await startServer();
    await waitUntil(() => subscriber.status === 'ready');
    const client = await connect('client');
    await waitUntil(async () => (await client.publish('changes', 'form-a')) === 1);
    await waitUntil(() => heard.length > 0);
    expect(heard).toEqual(['form-a']);
  });
});
