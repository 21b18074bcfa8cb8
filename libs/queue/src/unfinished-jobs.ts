import type { RedisConnection } from '@inlet/redis/connections';
import type { RedisKeys } from '@inlet/redis/keys';
import { type AcceptedSubmission, submissionBatchSchema, unpackBatch } from '@inlet/submissions/batch';
import { queueKeys } from '#bullmq/queue-keys.ts';
import { jobs } from '#jobs.ts';

/** The ids of the batches of submissions in one lane that are not stored. */
export interface UnfinishedJobs {
  readonly all: readonly string[];
  /** Jobs that failed for good, which are among all of them. */
  readonly failed: readonly string[];
}

/** Jobs that are read at once; a job holds up to a megabyte. */
const jobsAtOnce = 50;

const queueOf = (keys: RedisKeys) => queueKeys(keys.queues, jobs['store-submissions'].queue);

/** The ids are read atomically: jobs move between these lists, so separate reads could miss one. */
export async function findUnfinished(redis: RedisConnection, keys: RedisKeys): Promise<UnfinishedJobs> {
  const queue = queueOf(keys);
  const replies = await redis
    .multi()
    .lrange(queue.waiting, 0, -1)
    .lrange(queue.active, 0, -1)
    .zrange(queue.delayed, '0', '-1')
    .zrange(queue.failed, '0', '-1')
    .exec();
  const lists = (replies ?? []).map(([error, ids]) => {
    if (error) throw error;
    return ids as string[];
  });
  return { all: lists.flat(), failed: lists.at(-1) ?? [] };
}

/** Reads jobs with their submissions. A job that is gone by now is done, so the database has its submissions. */
export async function* readBatches(
  redis: RedisConnection,
  keys: RedisKeys,
  ids: readonly string[],
): AsyncGenerator<readonly [id: string, submissions: AcceptedSubmission[]]> {
  const queue = queueOf(keys);
  for (let start = 0; start < ids.length; start += jobsAtOnce) {
    const page = ids.slice(start, start + jobsAtOnce);
    const payloads = await Promise.all(page.map((id) => redis.hget(queue.job(id), 'data')));
    for (const [index, id] of page.entries()) yield [id, readBatch(payloads[index] ?? null)];
  }
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
