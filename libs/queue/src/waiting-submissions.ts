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

/** What each job has of an account's month, so that a second look reads only the jobs that came between. */
export type KnownJobs = Map<string, readonly WaitingSubmission[]>;

/** An account's submissions of a month that are not stored yet. */
export async function waitingSubmissions(
  redis: RedisConnection,
  keys: RedisKeys,
  userId: string,
  month: string,
  known: KnownJobs = new Map(),
): Promise<WaitingSubmission[]> {
  const queue = queueKeys(keys.queues, jobs['store-submissions'].queue);
  const jobIds = await unfinishedJobs(redis, queue);
  const unknown = jobIds.filter((id) => !known.has(id));
  for (let start = 0; start < unknown.length; start += jobsAtOnce) {
    const page = unknown.slice(start, start + jobsAtOnce);
    const payloads = await Promise.all(page.map((id) => redis.hget(queue.job(id), 'data')));
    // A job that is gone by now is done, so the database has its submissions.
    for (const [index, id] of page.entries()) {
      const all = readBatch(payloads[index] ?? null);
      const ours = all.filter((one) => one.userId === userId && monthOf(one.receivedAtMs) === month);
      known.set(id, ours.map(toWaiting));
    }
  }
  const withOurs = jobIds.filter((id) => (known.get(id)?.length ?? 0) > 0);
  // A job that has given places back is done as well.
  const receipts = await Promise.all(withOurs.map((id) => redis.exists(keys.receipt(id))));
  const found = new Map<string, WaitingSubmission>();
  for (const id of withOurs.filter((_, index) => receipts[index] === 0)) {
    for (const one of known.get(id) ?? []) found.set(`${one.id} ${one.receivedAtMs}`, one);
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

function toWaiting({ id, receivedAtMs, json, isSpam }: AcceptedSubmission): WaitingSubmission {
  return { id, receivedAtMs, bytes: Buffer.byteLength(json), isSpam };
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
