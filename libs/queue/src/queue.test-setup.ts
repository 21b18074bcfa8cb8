import { createMetrics, type Metrics } from '@inlet/observe/metrics';
import { createLogger } from '@inlet/process/logger';
import { packBatch, type SubmissionBatch } from '@inlet/submissions/batch';
import { type OpenTestRedis, openTestRedis } from '@inlet/testing/open-test-redis';
import { Queue } from 'bullmq';
import { onTestFinished } from 'vitest';
import { type ConsumerOptions, type Consumers, type JobHandlers, startConsumers } from '#consumers.ts';
import { openProducer, type Producer } from '#producer.ts';

type Handler = JobHandlers['store-submissions'];

export interface TestQueue extends OpenTestRedis {
  readonly producer: Producer;
  /** BullMQ's queue, to inspect and to add jobs that the producer would not. */
  readonly queue: Queue;
  /** Starts consumers with this handler; they are closed with the test. */
  readonly consume: (handler: Handler, options?: Partial<ConsumerOptions>) => Promise<Consumers & { metrics: Metrics }>;
}

const nothing = async () => undefined;
/** Handlers that do nothing, for jobs that are irrelevant to a test. */
export const idleHandlers: JobHandlers = {
  'store-submissions': nothing,
  'send-mail': nothing,
  'send-notification': nothing,
  'mail-event': nothing,
  'check-sender': nothing,
  deliver: nothing,
  'deliver-failing': nothing,
  'check-form': nothing,
  'test-target': nothing,
};

const logger = createLogger({ service: 'test', level: 'silent' });

/** Opens a separate queue in a real Redis; everything is closed after the test. */
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
      const handlers = { ...idleHandlers, 'store-submissions': handler };
      const redis = await connect('consumer');
      const defaults = {
        lanes: [{ number: 0, redis, keys, logger }],
        handlers,
        concurrency: 2,
        isAway: () => false,
        onProgress: () => undefined,
        metrics,
      };
      const consumers = startConsumers({ ...defaults, ...options });
      onTestFinished(consumers.close);
      return { ...consumers, metrics };
    },
  };
}

/** A batch of one submission with this message. */
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
