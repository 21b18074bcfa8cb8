import type { RedisConnection } from '@inlet/redis/connections';
import type { RedisKeys } from '@inlet/redis/keys';
import { findUnfinished, readBatches } from '#unfinished-jobs.ts';

/** The number of an account's batches that are not stored. */
export interface AccountJobs {
  /** Batches that a worker stores sooner or later. */
  readonly waiting: number;
  readonly failed: number;
}

/** Counts the batches with submissions of an account in one lane. Each call reads only the jobs that are new to it. */
export function countAccountJobs(redis: RedisConnection, keys: RedisKeys, userId: string): () => Promise<AccountJobs> {
  let known = new Map<string, boolean>();
  return async () => {
    const { all, failed } = await findUnfinished(redis, keys);
    const unread = all.filter((id) => !known.has(id));
    const read = new Map<string, boolean>();
    for await (const [id, submissions] of readBatches(redis, keys, unread)) {
      read.set(
        id,
        submissions.some((submission) => submission.userId === userId),
      );
    }
    known = new Map(all.map((id) => [id, known.get(id) ?? read.get(id) ?? false]));
    const count = (ids: readonly string[]) => ids.filter((id) => known.get(id)).length;
    return { waiting: count(all) - count(failed), failed: count(failed) };
  };
}
