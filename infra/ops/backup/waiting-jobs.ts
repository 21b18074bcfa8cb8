import { jobOptions } from '@inlet/queue/jobs';
import { redisKeys } from '@inlet/redis/keys';
import { Queue } from 'bullmq';
import type { Redis } from 'ioredis';
import type { WaitingJob } from '#backup/backup-format.ts';

/**
 * Submissions that were acknowledged and are not in PostgreSQL yet. Mails are left out: a mail that is sent again days
 * later is of no use.
 */
export const queueOfSubmissions = 'submissions';
/** What their number is counted under. */
export const jobsCounted = `jobs of ${queueOfSubmissions}`;
const jobsAtOnce = 20;
const states = ['active', 'waiting', 'delayed', 'failed'] as const;

/** Opens the queue without writing its metadata. */
async function withQueue<T>(redis: Redis, prefix: string, task: (queue: Queue) => Promise<T>): Promise<T> {
  const { queues } = redisKeys(prefix);
  const queue = new Queue(queueOfSubmissions, { connection: redis, prefix: queues, skipMetasUpdate: true });
  // Callers get the connection's errors; without a listener these would also end the process.
  queue.on('error', () => undefined);
  try {
    return await task(queue);
  } finally {
    await queue.close();
  }
}

/** Reads all waiting jobs, a page at a time. */
export function readWaitingJobs(redis: Redis, prefix: string, take: (jobs: WaitingJob[]) => Promise<void>) {
  return withQueue(redis, prefix, async (queue) => {
    // Jobs leave the queue meanwhile, so pages from the front would step over some: the ids are read at once.
    const ids = await queue.getRanges([...states], 0, -1, true);
    for (let first = 0; first < ids.length; first += jobsAtOnce) {
      const jobs = await Promise.all(ids.slice(first, first + jobsAtOnce).map((id) => queue.getJob(id)));
      // A job that is gone meanwhile is in PostgreSQL, which is read after this.
      await take(jobs.flatMap((job) => (job ? [{ name: job.name, id: job.id ?? '', data: job.data as unknown }] : [])));
    }
  });
}

/** Adds jobs under their own ids, so that a stored submission is not stored twice. */
export async function addWaitingJobs(redis: Redis, prefix: string, jobs: readonly WaitingJob[]): Promise<void> {
  await withQueue(redis, prefix, (queue) =>
    queue.addBulk(jobs.map(({ name, id, data }) => ({ name, data, opts: jobOptions('store-submissions', id) }))),
  );
}
