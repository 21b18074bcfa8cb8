import type { RedisConnection } from '@inlet/redis/connections';
import type { RedisKeys } from '@inlet/redis/keys';
import { type Job, Queue } from 'bullmq';

/** Waiting and failed jobs of a queue. */
export interface Backlog {
  readonly waiting: number;
  readonly failed: number;
  readonly oldestSeconds: number;
}

export interface BacklogView {
  readonly look: () => Promise<Backlog>;
  /** Retries failed jobs that are readable, or all of them; resolves to their number. */
  readonly retryFailed: (which?: 'readable' | 'all') => Promise<number>;
}

/** The prefix of a failure reason if no retry can help: a person must look at the job. */
export const unreadable = 'Unreadable: ';

/** Failed jobs that are read at once; a job holds up to a megabyte. */
const failedAtOnce = 20;
const retryOptions = { resetAttemptsMade: true, resetAttemptsStarted: true };

/**
 * Reads and retries the jobs of a queue. A job fails permanently if its workers crashed repeatedly, or if a fault
 * outlasted its attempts; in both cases it can be retried.
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
    retryFailed: async (which = 'readable') => {
      let retried = 0;
      // Jobs that stay are skipped, so that the jobs behind them are reached, regardless of their number.
      let stepped = 0;
      for (;;) {
        const page = await queue.getFailed(stepped, stepped + failedAtOnce - 1);
        const results = await Promise.all(page.map((job) => retry(job, which === 'all')));
        const gone = results.filter((isGone) => isGone).length;
        retried += gone;
        stepped += page.length - gone;
        if (page.length < failedAtOnce) return retried;
      }
    },
  };
}

/** Returns whether the job was sent again; it is not where another process sent it, or took it away, in this moment. */
async function retry(job: Job | undefined, isAsked: boolean): Promise<boolean> {
  if (job === undefined || (!isAsked && job.failedReason?.startsWith(unreadable))) return false;
  return job.retry('failed', retryOptions).then(
    () => true,
    () => false,
  );
}
