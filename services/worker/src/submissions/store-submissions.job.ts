import type { JobHandlers } from '@inlet/queue/consumers';
import { redisKeys } from '@inlet/redis/keys';
import { unpackBatch } from '@inlet/submissions/batch';
import type { WorkerDeps } from '#deps.ts';
import { findRefunds } from '#submissions/submissions.store.ts';

export type StoreDeps = Pick<WorkerDeps, 'pool' | 'redis' | 'config' | 'balances' | 'announce' | 'bell' | 'store'>;

/** Writes a batch. Done twice it stores nothing twice, so a crash at any moment is repaired by the next run. */
export function storeSubmissionsJob({
  pool,
  redis,
  config,
  balances,
  announce,
  bell,
  store,
}: StoreDeps): JobHandlers['store-submissions'] {
  const keys = redisKeys(config.REDIS_PREFIX);

  return async (payload, { jobId }) => {
    const submissions = unpackBatch(payload);
    const { count, targets, judgements, kept, caught, inbox } = await store(submissions);
    if (count < submissions.length || caught.length > 0) {
      const refunds = await findRefunds(pool, kept, judgements);
      if (refunds.length > 0) await balances.refund(jobId, refunds);
    }
    // A sender whose submission was taken for spam may send something else under the same key.
    const claims = caught.flatMap(({ claim }) => (claim === undefined ? [] : [keys.idempotency(claim)]));
    if (claims.length > 0) await redis.del(claims);
    // After the commit, so that a reader of the announcement finds the rows. Rows that existed before are
    // announced too, because the run that stored them may have died first. Spam is not announced.
    const announced = announce(inbox);
    await Promise.all(targets.length > 0 ? [announced, bell.ring(targets)] : [announced]);
  };
}
