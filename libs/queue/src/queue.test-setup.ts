import { packBatch, type SubmissionBatch } from '@inlet/contracts/submission-batch';
import { createLogger } from '@inlet/service/logger';
import { createMetrics, type Metrics } from '@inlet/service/metrics';
import { createTestRedis } from '@inlet/testing/test-redis';
import { Queue } from 'bullmq';
import { onTestFinished } from 'vitest';
import { openRedis, type RedisConnection, type RedisRole, waitUntilConnected } from '#connections.ts';
import { type ConsumerOptions, type Consumers, type JobHandlers, startConsumers } from '#consumers.ts';
import { type RedisKeys, redisKeys } from '#keys.ts';
import { openProducer, type Producer } from '#producer.ts';

type Handler = JobHandlers['store-submissions'];

export interface TestRedis {
  readonly redis: RedisConnection;
  readonly keys: RedisKeys;
  readonly prefix: string;
  readonly connect: (role: RedisRole) => Promise<RedisConnection>;
}

export interface TestQueue extends TestRedis {
  readonly producer: Producer;
  /** The queue as BullMQ shows it, to look at and to put in what the producer would not. */
  readonly queue: Queue;
  /** Starts consumers whose handler this is; they are closed with the test. */
  readonly consume: (handler: Handler, options?: Partial<ConsumerOptions>) => Promise<Consumers & { metrics: Metrics }>;
}

const logger = createLogger({ service: 'test', level: 'silent' });
const connectTimeoutMs = 5_000;

/** A corner of a real Redis for one test; connections to it are closed with the test. */
export async function openTestRedis(): Promise<TestRedis> {
  const { url, prefix, close } = await createTestRedis();
  onTestFinished(close);

  async function connect(role: RedisRole): Promise<RedisConnection> {
    const connection = openRedis({ role, url, name: 'test', logger });
    onTestFinished(() => connection.disconnect());
    await waitUntilConnected(connection, connectTimeoutMs);
    return connection;
  }

  return { redis: await connect('client'), keys: redisKeys(prefix), prefix, connect };
}

/** A queue of the test's own in a real Redis; everything that it opens is closed when the test is over. */
export async function openTestQueue(): Promise<TestQueue> {
  const { redis: client, keys, prefix, connect } = await openTestRedis();
  const producer = openProducer(client, keys);
  onTestFinished(producer.close);
  const queue = new Queue('submissions', { connection: client, prefix: keys.queues });
  onTestFinished(() => queue.close());
  return {
    redis: client,
    keys,
    prefix,
    connect,
    producer,
    queue,
    consume: async (handler, options = {}) => {
      const metrics = createMetrics('test');
      const handlers = { 'store-submissions': handler, 'send-mail': async () => undefined };
      const connection = await connect('consumer');
      const defaults = {
        redis: connection,
        keys,
        handlers,
        concurrency: 2,
        isAway: () => false,
        onProgress: () => undefined,
        logger,
        metrics,
      };
      const consumers = startConsumers({ ...defaults, ...options });
      onTestFinished(consumers.close);
      return { ...consumers, metrics };
    },
  };
}

/** A batch of one submission that says this. */
export function batchSaying(message: string): SubmissionBatch {
  return packBatch([
    {
      id: '0195c2e4-7a7b-7c1e-9a51-0d6f4c1f9b2d',
      formId: '0195c2e4-7a7b-7c1e-9a51-0d6f4c1f9b2e',
      receivedAtMs: 1_767_225_600_000,
      userId: '0195c2e4-7a7b-7c1e-9a51-0d6f4c1f9b2f',
      json: JSON.stringify({ message }),
      isSpam: false,
      subject: null,
      replyTo: null,
      origin: 'https://website.test',
      userAgent: null,
    },
  ]);
}
