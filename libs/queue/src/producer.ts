import type { RedisKeys } from '@inlet/redis/keys';
import type { Redis } from 'ioredis';
import { type PreparedJob, PreparingQueue } from '#bullmq/preparing-queue.ts';
import { type JobName, type JobPayload, jobOptions, jobs } from '#jobs.ts';

export interface Producer {
  /**
   * Resolves when Redis has the job on disk. After a rejection the outcome is unknown, so a retry uses the same id;
   * handlers tolerate a repeated job. A deduplicated job's id names its subject.
   */
  readonly add: <Name extends JobName>(name: Name, id: string, payload: JobPayload<Name>) => Promise<void>;
  /** Returns the arguments that add a job, for a larger transaction. */
  readonly prepare: <Name extends JobName>(name: Name, id: string, payload: JobPayload<Name>) => Promise<PreparedJob>;
  readonly close: () => Promise<void>;
}

/** BullMQ writes an event for each step of each job. Inlet does not read them. */
const eventsKept = 100;

/** Adds jobs to their queues over a connection of the role `client`. */
export function openProducer(redis: Redis, keys: RedisKeys): Producer {
  const queues = new Map<string, PreparingQueue>();

  function queueNamed(name: string): PreparingQueue {
    const open = queues.get(name);
    if (open) return open;
    const queue = new PreparingQueue(name, {
      connection: redis,
      prefix: keys.queues,
      skipWaitingForReady: true,
      streams: { events: { maxLen: eventsKept } },
    });
    // The connection logs its own outages; without a listener the same error would end the process.
    queue.on('error', () => undefined);
    queues.set(name, queue);
    // BullMQ asks Redis for its version and caches a failure forever, so a queue that was opened during an outage is
    // replaced.
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
      await queueNamed(jobs[name].queue).add(name, payload, jobOptions(name, id));
    },
    prepare: (name, id, payload) =>
      queueNamed(jobs[name].queue).prepare(name, payload, { ...jobOptions(name, id), jobId: id }),
    close: async () => {
      await Promise.all([...queues.values()].map((queue) => queue.close()));
    },
  };
}
