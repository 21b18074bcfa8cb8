import type { RedisConnection } from '@inlet/redis/connections';
import type { RedisKeys } from '@inlet/redis/keys';
import { type AcceptedSubmission, submissionBatchSchema, unpackBatch } from '@inlet/submissions/batch';
import { countByForm, type MonthUsage, usageOf } from '@inlet/submissions/usage';
import { type QueueKeys, queueKeys } from '#bullmq/queue-keys.ts';
import { jobs } from '#jobs.ts';

/** The usage of an account's month by an unfinished job. */
export interface WaitingUsage extends MonthUsage {
  readonly job: string;
}

/** Jobs that are read at once; a job holds up to a megabyte. */
const jobsAtOnce = 50;

/** The usage by every unfinished job of these accounts' months, or of all accounts. */
export function waitingUsage(
  redis: RedisConnection,
  keys: RedisKeys,
  isWanted: (usage: MonthUsage) => boolean = () => true,
): Promise<WaitingUsage[]> {
  return readUnfinished(redis, keys, (submissions, job) =>
    usageOf(submissions)
      .filter(isWanted)
      .map((usage) => ({ ...usage, job })),
  );
}

/** The submissions of a form in an unfinished job. */
export interface WaitingOfForm {
  readonly job: string;
  readonly formId: string;
  readonly submissions: number;
}

/** The submissions of these forms in every unfinished job, without spam. */
export function waitingOfForms(
  redis: RedisConnection,
  keys: RedisKeys,
  formIds: ReadonlySet<string>,
): Promise<WaitingOfForm[]> {
  return readUnfinished(redis, keys, (batch, job) =>
    countByForm(batch.filter(({ formId }) => formIds.has(formId))).map((counted) => ({ ...counted, job })),
  );
}

/** Reads all unfinished jobs, and returns what is found in each. */
async function readUnfinished<Found>(
  redis: RedisConnection,
  keys: RedisKeys,
  find: (submissions: readonly AcceptedSubmission[], job: string) => Found[],
): Promise<Found[]> {
  const queue = queueKeys(keys.queues, jobs['store-submissions'].queue);
  const jobIds = await unfinishedJobs(redis, queue);
  const found: Found[] = [];
  for (let start = 0; start < jobIds.length; start += jobsAtOnce) {
    const page = jobIds.slice(start, start + jobsAtOnce);
    const payloads = await Promise.all(page.map((id) => redis.hget(queue.job(id), 'data')));
    // A job that is gone by now is done, so the database has its submissions.
    for (const [index, job] of page.entries()) found.push(...find(readBatch(payloads[index] ?? null), job));
  }
  return found;
}

/** The ids of all unfinished jobs, read atomically: jobs move between these lists, so separate reads could miss one. */
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
