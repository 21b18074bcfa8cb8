import { isCounterOver } from '@inlet/redis/counter-lua';
import type { CounterChange, Counters } from '@inlet/redis/counters';
import type { MonthUsage } from '@inlet/submissions/usage';
import type { PoolClient } from 'pg';
import { findUsers, type PendingChange } from '#submissions/counters/counters.store.ts';

export interface ChangedCounters {
  /** The ids of changes of which nothing is left to do. */
  readonly done: readonly string[];
  /** Their receipts are of no more use once the database knows that they are done. */
  readonly receipts: readonly CounterChange[];
  /** Counters that are missing in Redis; account makes them. */
  readonly uncounted: readonly MonthUsage[];
}

/**
 * Makes changes of counters, each once by its receipt. What belongs to an account that is gone, or to a month whose
 * counter has expired, is of no use to anybody.
 */
export async function changeCounters(
  client: PoolClient,
  counters: Counters,
  pending: readonly PendingChange[],
  signs: { readonly prefix: string; readonly factor: 1 | -1 },
): Promise<ChangedCounters> {
  const wanted = pending.flatMap(({ id, changes }) =>
    changes
      .filter(({ month }) => !isCounterOver(month))
      .map(({ userId, month, submissions, bytes }) => ({
        userId,
        month,
        submissions: signs.factor * submissions,
        bytes: signs.factor * bytes,
        receipt: signs.prefix + id,
        id,
      })),
  );
  const areThere = await Promise.all(wanted.map(({ id: _, ...change }) => counters.change(change)));
  const missing = wanted.filter((_, index) => !areThere[index]);
  const users =
    missing.length === 0
      ? new Set()
      : await findUsers(
          client,
          missing.map(({ userId }) => userId),
        );
  const uncounted = missing.filter(({ userId }) => users.has(userId));
  const open = new Set(uncounted.map(({ id }) => id));
  return {
    done: pending.map(({ id }) => id).filter((id) => !open.has(id)),
    receipts: wanted.filter(({ id }) => !open.has(id)),
    uncounted,
  };
}
