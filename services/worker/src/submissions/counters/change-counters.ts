import { isCounterOver } from '@inlet/redis/counter-lua';
import type { CounterChange, Counters } from '@inlet/redis/counters';
import type { MonthUsage } from '@inlet/submissions/usage';
import type { PoolClient } from 'pg';
import { findUsers, type PendingChange } from '#submissions/counters/counters.store.ts';

export interface ChangedCounters {
  /** The ids of completed changes. */
  readonly done: readonly string[];
  /** Receipts that are no longer needed once the database knows that the changes are done. */
  readonly receipts: readonly CounterChange[];
  /** Counters that are missing in Redis; account creates them. */
  readonly uncounted: readonly MonthUsage[];
}

/**
 * Applies changes to counters, each once by its receipt. Changes of a deleted account, or of a month whose counter has
 * expired, are dropped.
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
