import { jobOptions } from '@inlet/queue/jobs';
import { redisKeys } from '@inlet/redis/keys';
import { Queue } from 'bullmq';
import type { Redis } from 'ioredis';
import type { WaitingJob } from '#backup/backup-format.ts';

/**
 * Submissions that were acknowledged and are not in PostgreSQL yet. Mails are left out: one that is sent again after a
 * restore, days later, helps nobody.
 */
export const queueOfSubmissions = 'submissions';
const jobsAtOnce = 20;
const states = ['active', 'waiting', 'delayed', 'failed'] as const;

/** Lends the queue, and leaves no trace of having looked at it. */
async function withQueue<T>(redis: Redis, prefix: string, task: (queue: Queue) => Promise<T>): Promise<T> {
  const { queues } = redisKeys(prefix);
  const queue = new Queue(queueOfSubmissions, { connection: redis, prefix: queues, skipMetasUpdate: true });
  // The connection's own errors reach whoever asks; without a listener they would end the process.
  queue.on('error', () => undefined);
  try {
    return await task(queue);
  } finally {
    await queue.close();
  }
}

/** Hands over all waiting jobs, some at a time. */
export function readWaitingJobs(
  redis: Redis,
  prefix: string,
  take: (jobs: WaitingJob[]) => Promise<void>,
): Promise<void> {
  return withQueue(redis, prefix, async (queue) => {
    // Jobs leave the queue meanwhile, so pages from the front would step over some: the ids are read at once.
    const ids = await queue.getRanges([...states], 0, -1, true);
    for (let first = 0; first < ids.length; first += jobsAtOnce) {
      const jobs = await Promise.all(ids.slice(first, first + jobsAtOnce).map((id) => queue.getJob(id)));
      // One that is gone meanwhile is in PostgreSQL, which is read after this.
      await take(jobs.flatMap((job) => (job ? [{ name: job.name, id: job.id ?? '', data: job.data as unknown }] : [])));
    }
  });
}

/** Queues jobs again, under their own ids: what is stored already is not stored twice. */
export async function addWaitingJobs(redis: Redis, prefix: string, jobs: readonly WaitingJob[]): Promise<void> {
  await withQueue(redis, prefix, (queue) =>
    queue.addBulk(jobs.map(({ name, id, data }) => ({ name, data, opts: jobOptions('store-submissions', id) }))),
  );
}
