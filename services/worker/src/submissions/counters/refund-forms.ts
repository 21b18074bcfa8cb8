import { transaction } from '@inlet/db/transaction';
import type { Lane } from '@inlet/redis/lanes';
import type { Pool } from 'pg';
import type { Wanted } from '#submissions/counters/counters.store.ts';
import {
  findFormLanes,
  findNumbers,
  lockFormRefunds,
  noteFormsRefunded,
} from '#submissions/counters/form-refunds.store.ts';
import type { LaneCounters } from '#submissions/counters/lane-counters.ts';

/** What was returned, and the errors of changes that remain. */
export interface Refunded {
  readonly count: number;
  readonly errors: readonly unknown[];
}

/**
 * Returns to forms with a number what jobs took and did not store, each once by its receipt, in the lane that the form's
 * account is in now. A form without a number needs nothing back. A counter that is missing in Redis waits until account
 * has created it. The rows stay locked meanwhile, so that no change is repeated after its receipt is forgotten.
 */
export async function refundForms(
  { pool, lanes, counters }: { readonly pool: Pool; readonly lanes: readonly Lane[]; readonly counters: LaneCounters },
  limit: number,
  jobs: Wanted,
): Promise<Refunded> {
  const { done, receipts, errors } = await transaction(pool, async (client) => {
    const pending = await lockFormRefunds(client, limit, jobs);
    const versions = await findNumbers(client, [
      ...new Set(pending.flatMap(({ refunds }) => refunds.map(({ formId }) => formId))),
    ]);
    const isSpread = lanes.length > 1 && versions.size > 0;
    const known = isSpread ? await findFormLanes(client, [...versions.keys()]) : new Map<string, number>();
    const wanted = pending.flatMap(({ job, refunds }) =>
      refunds.flatMap(({ formId, submissions }) => {
        const version = versions.get(formId);
        if (version === undefined) return [];
        const change = { formId, version, submissions: -submissions, bytes: 0, receipt: job };
        return [{ job, lane: known.get(formId) ?? 0, change }];
      }),
    );
    const outcomes = await counters.apply(wanted);
    const open = new Set(wanted.flatMap(({ job }, index) => (outcomes[index]?.is === 'changed' ? [] : [job])));
    const done = pending.map(({ job }) => job).filter((job) => !open.has(job));
    if (done.length > 0) await noteFormsRefunded(client, done);
    return {
      done,
      receipts: wanted.filter(({ job }) => !open.has(job)),
      errors: outcomes.flatMap((outcome) => (outcome.is === 'failed' ? [outcome.error] : [])),
    };
  });
  await counters.forget(receipts);
  return { count: done.length, errors };
}
