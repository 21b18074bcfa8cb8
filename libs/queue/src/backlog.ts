import { Queue } from 'bullmq';
import type { RedisConnection } from '#connections.ts';
import type { RedisKeys } from '#keys.ts';

/** What waits in a queue, and what ended up in its corner for failures. */
export interface Backlog {
  readonly waiting: number;
  readonly failed: number;
  readonly oldestSeconds: number;
}

export interface BacklogView {
  readonly look: () => Promise<Backlog>;
  /** Sends jobs that failed for good through the queue again, where that can help, and answers how many. */
  readonly retryFailed: () => Promise<number>;
}

/** What the reason of a failure begins with when no further run can help: a person must look at it. */
export const unreadable = 'Unreadable: ';

/** Failed jobs that are sent again in one go. */
const retriedAtOnce = 100;
const retryOptions = { resetAttemptsMade: true, resetAttemptsStarted: true };

/**
 * A view of a queue from outside. A job fails for good when the workers that held it died again and again, or when a
 * fault outlasted its attempts; neither is a reason to lose what it holds, so such jobs can be sent again.
 */
export function viewBacklog(redis: RedisConnection, keys: RedisKeys, queueName: string): BacklogView {
  const queue = new Queue(queueName, { connection: redis, prefix: keys.queues, skipMetasUpdate: true });
  // The connection logs its own outages; without a listener the same error would end the process.
  queue.on('error', () => undefined);
  return {
    look: async () => {
      const { waiting = 0, failed = 0 } = await queue.getJobCounts('waiting', 'failed');
      const [oldest] = waiting > 0 ? await queue.getJobs(['waiting'], 0, 0, true) : [];
      const ageMs = oldest === undefined ? 0 : Date.now() - oldest.timestamp;
      return { waiting, failed, oldestSeconds: Math.max(0, ageMs / 1_000) };
    },
    retryFailed: async () => {
      const failed = await queue.getFailed(0, retriedAtOnce - 1);
      const curable = failed.filter((job) => job !== undefined && !job.failedReason?.startsWith(unreadable));
      // Another process may have sent one of them in the same moment; then there is nothing left to do for it here.
      const results = await Promise.allSettled(curable.map((job) => job.retry('failed', retryOptions)));
      return results.filter(({ status }) => status === 'fulfilled').length;
    },
  };
}
