import type { RedisConnection } from '@inlet/redis/connections';
import type { RedisKeys } from '@inlet/redis/keys';
import { type AcceptedSubmission, submissionBatchSchema, unpackBatch } from '@inlet/submissions/batch';
import { monthOf } from '@inlet/submissions/months';
import { type QueueKeys, queueKeys } from '#bullmq/queue-keys.ts';
import { jobs } from '#jobs.ts';

/** A submission in the queue. The same id with another time is a repeat and counts separately. */
export interface WaitingSubmission {
  readonly id: string;
  readonly receivedAtMs: number;
  /** Of its fields. */
  readonly bytes: number;
  readonly isSpam: boolean;
}

/** Jobs that are read at once: a job holds up to a megabyte. */
const jobsAtOnce = 50;

/** An account's submissions of a month that are not stored yet. */
export async function waitingSubmissions(
  redis: RedisConnection,
  keys: RedisKeys,
  userId: string,
  month: string,
): Promise<WaitingSubmission[]> {
  const queue = queueKeys(keys.queues, jobs['store-submissions'].queue);
  const jobIds = await unfinishedJobs(redis, queue);
  const found = new Map<string, WaitingSubmission>();
  for (let start = 0; start < jobIds.length; start += jobsAtOnce) {
    const page = jobIds.slice(start, start + jobsAtOnce);
    // A job that is gone by now is done, so the database has its submissions. So is one that has given places back.
    const payloads = await Promise.all(
      page.map(async (id) => {
        const [text, isDone] = await Promise.all([redis.hget(queue.job(id), 'data'), redis.exists(keys.receipt(id))]);
        return isDone === 0 ? text : null;
      }),
    );
    for (const { id, receivedAtMs, json, isSpam, userId: owner } of payloads.flatMap(readBatch)) {
      const isOurs = owner === userId && monthOf(receivedAtMs) === month;
      if (isOurs) found.set(`${id} ${receivedAtMs}`, { id, receivedAtMs, bytes: Buffer.byteLength(json), isSpam });
    }
  }
  return [...found.values()];
}

/**
 * The ids of all unfinished jobs, read atomically: jobs move between these lists, so one could be missed in
 * all of them.
 */
async function unfinishedJobs(redis: RedisConnection, queue: QueueKeys): Promise<string[]> {
  const replies = await redis
    .multi()
    .lrange(queue.waiting, 0, -1)
    .lrange(queue.active, 0, -1)
    .zrange(queue.delayed, '0', '-1')
    .zrange(queue.failed, '0', '-1')
    .exec();
  return (replies ?? []).flatMap(([error, ids]) => {
    if (error) throw error;
    return ids as string[];
  });
}

/** The submissions of a job; none if the payload is unreadable, because it will not be stored either. */
function readBatch(text: string | null): AcceptedSubmission[] {
  if (text === null) return [];
  try {
    return unpackBatch(submissionBatchSchema.parse(JSON.parse(text)));
  } catch {
    return [];
  }
}
