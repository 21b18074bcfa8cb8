import { monthOf } from '@inlet/contracts/months';
import { submissionBatchSchema, unpackBatch } from '@inlet/contracts/submission-batch';
import { Queue } from 'bullmq';
import type { RedisConnection } from '#connections.ts';
import { jobs } from '#jobs.ts';
import type { RedisKeys } from '#keys.ts';

/** Jobs that are read at once: a job holds up to a megabyte. */
const jobsAtOnce = 50;
const states = ['active', 'waiting', 'delayed', 'failed'] as const;

/** The ids of an account's submissions of a month that are still on their way to the database. */
export async function waitingSubmissions(
  redis: RedisConnection,
  keys: RedisKeys,
  userId: string,
  month: string,
): Promise<string[]> {
  const queue = new Queue(jobs['store-submissions'].queue, {
    connection: redis,
    prefix: keys.queues,
    skipWaitingForReady: true,
    skipMetasUpdate: true,
  });
  const ids = new Set<string>();
  for (const state of states) {
    for (let start = 0; ; start += jobsAtOnce) {
      const page = await queue.getJobs([state], start, start + jobsAtOnce - 1);
      for (const job of page) collect(job?.data, userId, month, ids);
      if (page.length < jobsAtOnce) break;
    }
  }
  return [...ids];
}

function collect(data: unknown, userId: string, month: string, ids: Set<string>): void {
  const batch = submissionBatchSchema.safeParse(data);
  if (!batch.success) return;
  for (const submission of unpackBatch(batch.data)) {
    const isOurs = submission.userId === userId && monthOf(submission.receivedAtMs) === month;
    if (isOurs && !submission.isSpam) ids.add(submission.id);
  }
}
