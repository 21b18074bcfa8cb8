import { transaction } from '@inlet/db/transaction';
import type { Counters } from '@inlet/redis/counters';
import type { Pool } from 'pg';
import { findNumbers, lockFormRefunds, noteFormsRefunded } from '#submissions/counters/form-refunds.store.ts';

/**
 * Returns to forms with a number what jobs took and did not store, each once by its receipt, and returns how many jobs
 * are done. A form without a number needs nothing back. A counter that is missing in Redis waits until account has
 * created it. The rows stay locked meanwhile, so that no change is repeated after its receipt is forgotten.
 */
export async function refundForms(
  pool: Pool,
  counters: Counters,
  limit: number,
  jobs: readonly string[] | null,
): Promise<number> {
  const { done, changes } = await transaction(pool, async (client) => {
    const pending = await lockFormRefunds(client, limit, jobs);
    const versions = await findNumbers(client, [
      ...new Set(pending.flatMap(({ refunds }) => refunds.map(({ formId }) => formId))),
    ]);
    const wanted = pending.flatMap(({ job, refunds }) =>
      refunds.flatMap(({ formId, submissions }) => {
        const version = versions.get(formId);
        return version === undefined ? [] : [{ formId, version, submissions: -submissions, bytes: 0, receipt: job }];
      }),
    );
    const areThere = await Promise.all(wanted.map((change) => counters.change(change)));
    const missing = new Set(wanted.flatMap(({ receipt }, index) => (areThere[index] ? [] : [receipt])));
    const done = pending.map(({ job }) => job).filter((job) => !missing.has(job));
    if (done.length > 0) await noteFormsRefunded(client, done);
    return { done, changes: wanted.filter(({ receipt }) => !missing.has(receipt)) };
  });
  await counters.forget(changes);
  return done.length;
}
