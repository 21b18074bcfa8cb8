import type { RedisConnection } from '@inlet/redis/connections';
import type { RedisKeys } from '@inlet/redis/keys';
import { Queue } from 'bullmq';

/** A job that is waiting, running or failed, with its payload as JSON text. */
export interface QueuedJob {
  readonly id: string;
  readonly data: string;
}

export type QueuedState = 'waiting' | 'prioritized' | 'delayed' | 'active' | 'failed';
export const unfinishedStates = ['waiting', 'prioritized', 'delayed', 'active'] as const;
export const queuedStates = [...unfinishedStates, 'failed'] as const;

export interface QueuedJobs {
  readonly ids: (states: readonly QueuedState[]) => Promise<string[]>;
  /** Reads jobs by their ids. A job that is gone meanwhile is done. */
  readonly read: (ids: readonly string[]) => Promise<QueuedJob[]>;
  /** Removes a job; returns false for one that runs. */
  readonly remove: (id: string) => Promise<boolean>;
  /** Replaces the payload of a job that is not running. */
  readonly replace: (id: string, payload: object) => Promise<void>;
}

/** Jobs that are read at once; a job holds up to a megabyte. */
export const jobsReadAtOnce = 20;

/** Reads the jobs of a queue, for work that must find all data about a person. */
export function openQueuedJobs(redis: RedisConnection, keys: RedisKeys, name: string): QueuedJobs {
  const queue = new Queue(name, { connection: redis, prefix: keys.queues, skipMetasUpdate: true });
  // The connection logs its own outages; without a listener the same error would end the process.
  queue.on('error', () => undefined);
  return {
    ids: (states) => queue.getRanges([...states], 0, -1, true),
    read: async (ids) => {
      const payloads = await Promise.all(ids.map((id) => redis.hget(queue.toKey(id), 'data')));
      return payloads.flatMap((data, index) => (data === null ? [] : [{ id: ids[index] ?? '', data }]));
    },
    remove: async (id) => (await queue.remove(id)) === 1,
    replace: async (id, payload) => {
      const job = await queue.getJob(id);
      await job?.updateData(payload);
    },
  };
}
