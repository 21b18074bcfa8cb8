import type { Redis } from 'ioredis';
import { type JobName, type JobPayload, jobs } from '#jobs.ts';
import type { RedisKeys } from '#keys.ts';
import { writeBatch } from '#write-batch.ts';
import { WrittenPayload, WrittenQueue } from '#written-job.ts';

export interface Producer {
  /**
   * Resolves when Redis has the job on disk. A rejection means that nobody knows: the job may be there all the same,
   * so whoever tries again uses the same id, and what the job does is harmless when it is done twice.
   */
  readonly add: <Name extends JobName>(name: Name, id: string, payload: JobPayload<Name>) => Promise<void>;
  readonly close: () => Promise<void>;
}

/** BullMQ writes an event for each step of each job; nobody reads them, so few are kept. */
const eventsKept = 100;

/** Each job's payload as the bytes of its JSON. */
const writers: { readonly [Name in JobName]: (payload: JobPayload<Name>) => Buffer } = {
  'store-submissions': writeBatch,
  'send-mail': (mail) => Buffer.from(JSON.stringify(mail)),
};

/** Puts jobs into their queues over a connection of the role `client`. */
export function openProducer(redis: Redis, keys: RedisKeys): Producer {
  const queues = new Map<string, WrittenQueue>();

  function queueNamed(name: string): WrittenQueue {
    const open = queues.get(name);
    if (open) return open;
    const queue = new WrittenQueue(name, {
      connection: redis,
      prefix: keys.queues,
      skipWaitingForReady: true,
      streams: { events: { maxLen: eventsKept } },
    });
    // The connection logs its own outages; without a listener the same error would end the process.
    queue.on('error', () => undefined);
    queues.set(name, queue);
    // BullMQ asks Redis who it is and remembers a failure for ever, so a queue that met an absent Redis is replaced.
    const replace = () => {
      queues.delete(name);
      return queue.close();
    };
    queue
      .waitUntilReady()
      .catch(replace)
      .catch(() => undefined);
    return queue;
  }

  return {
    add: async (name, id, payload) => {
      const { queue, attempts, backoffMs, keepFailedSeconds } = jobs[name];
      await queueNamed(queue).add(name, new WrittenPayload(writers[name](payload)), {
        jobId: id,
        attempts,
        backoff: { type: 'exponential', delay: backoffMs, jitter: 0.5 },
        removeOnComplete: true,
        removeOnFail: { age: keepFailedSeconds },
      });
    },
    close: async () => {
      await Promise.all([...queues.values()].map((queue) => queue.close()));
    },
  };
}
