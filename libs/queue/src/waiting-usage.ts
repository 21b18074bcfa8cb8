import type { RedisConnection } from '@inlet/redis/connections';
import type { RedisKeys } from '@inlet/redis/keys';
import { type AcceptedSubmission, submissionBatchSchema, unpackBatch } from '@inlet/submissions/batch';
import { type MonthUsage, usageOf } from '@inlet/submissions/usage';
import { type QueueKeys, queueKeys } from '#bullmq/queue-keys.ts';
import { jobs } from '#jobs.ts';

/** The usage of an account's month by an unfinished job. */
export interface WaitingUsage extends MonthUsage {
  readonly job: string;
}

/** Jobs that are read at once; a job holds up to a megabyte. */
const jobsAtOnce = 50;

/** The usage by every unfinished job of these accounts' months, or of all accounts. */
export async function waitingUsage(
  redis: RedisConnection,
  keys: RedisKeys,
  isWanted: (usage: MonthUsage) => boolean = () => true,
): Promise<WaitingUsage[]> {
  const queue = queueKeys(keys.queues, jobs['store-submissions'].queue);
  const jobIds = await unfinishedJobs(redis, queue);
  const found: WaitingUsage[] = [];
  for (let start = 0; start < jobIds.length; start += jobsAtOnce) {
    const page = jobIds.slice(start, start + jobsAtOnce);
    const payloads = await Promise.all(page.map((id) => redis.hget(queue.job(id), 'data')));
    // A job that is gone by now is done, so the database has its submissions.
    for (const [index, job] of page.entries()) {
      const used = usageOf(readBatch(payloads[index] ?? null)).filter(isWanted);
      found.push(...used.map((usage) => ({ ...usage, job })));
    }
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
