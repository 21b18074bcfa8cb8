import { jobOptions } from '@inlet/queue/jobs';
import { jobsReadAtOnce, openQueuedJobs, queuedStates } from '@inlet/queue/queued-jobs';
import { redisKeys } from '@inlet/redis/keys';
import { Queue } from 'bullmq';
import type { Redis } from 'ioredis';
import type { WaitingJob } from '#backup/backup-format.ts';

/**
 * Acknowledged submissions that are not in PostgreSQL yet. Mails are left out: a mail that is sent again days later is
 * useless.
 */
export const queueOfSubmissions = 'submissions';
/** The name under which the footer has their number. */
export const jobsCounted = `jobs of ${queueOfSubmissions}`;

/** Reads all waiting jobs, a page at a time. */
export async function readWaitingJobs(redis: Redis, prefix: string, take: (jobs: WaitingJob[]) => Promise<void>) {
  const queue = openQueuedJobs(redis, redisKeys(prefix), queueOfSubmissions);
  // Jobs leave the queue meanwhile, so reading pages from the front would skip some: the ids are read at once.
  const ids = await queue.ids(queuedStates);
  for (let first = 0; first < ids.length; first += jobsReadAtOnce) {
    // A job that has left by then is in PostgreSQL, which is read after this.
    const jobs = await queue.read(ids.slice(first, first + jobsReadAtOnce));
    await take(jobs.map(({ id, data }) => ({ name: 'store-submissions', id, data: JSON.parse(data) })));
  }
}

/** Adds jobs under their own ids, so that a stored submission is not stored twice. */
export async function addWaitingJobs(redis: Redis, prefix: string, jobs: readonly WaitingJob[]): Promise<void> {
  const { queues } = redisKeys(prefix);
  // Opens the queue without writing its metadata.
  const queue = new Queue(queueOfSubmissions, { connection: redis, prefix: queues, skipMetasUpdate: true });
  // Callers get the connection's errors; without a listener these would also end the process.
  queue.on('error', () => undefined);
  await queue.addBulk(jobs.map(({ name, id, data }) => ({ name, data, opts: jobOptions('store-submissions', id) })));
  await queue.close();
}
