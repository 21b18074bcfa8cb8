import { isCounterOver } from '@inlet/redis/counter-lua';
import type { Lane } from '@inlet/redis/lanes';
import type { MonthUsage } from '@inlet/submissions/usage';
import type { PoolClient } from 'pg';
import { findLanes, type PendingChange } from '#submissions/counters/counters.store.ts';
import type { LaneCounters, PlacedChange } from '#submissions/counters/lane-counters.ts';

export interface ChangedCounters {
  /** The ids of completed changes. */
  readonly done: readonly string[];
  /** Changes whose receipts are no longer needed once the database knows that they are done. */
  readonly receipts: readonly PlacedChange[];
  /** Counters that are missing in Redis; account creates them. */
  readonly uncounted: readonly MonthUsage[];
  /** Errors of changes that remain, such as those of a lane that is away. */
  readonly errors: readonly unknown[];
}

/**
 * Applies changes to counters, each once by its receipt, and in the lane that its account is in now. Changes of a
 * deleted account, or of a month whose counter has expired, are dropped.
 */
export async function changeCounters(
  client: PoolClient,
  { lanes, counters }: { readonly lanes: readonly Lane[]; readonly counters: LaneCounters },
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
  const usersOf = (changes: readonly MonthUsage[]) => [...new Set(changes.map(({ userId }) => userId))];
  const known = lanes.length > 1 && wanted.length > 0 ? await findLanes(client, usersOf(wanted)) : null;
  const placed = wanted.flatMap(({ id, ...change }) => {
    const lane = known === null ? 0 : known.get(change.userId);
    return lane === undefined ? [] : [{ id, lane, change }];
  });
  const outcomes = await counters.apply(placed);
  const missing = placed.filter((_, index) => outcomes[index]?.is === 'missing');
  const changesOf = (some: typeof placed) => some.map(({ change }) => change);
  const users = known ?? (missing.length > 0 ? await findLanes(client, usersOf(changesOf(missing))) : new Map());
  const uncounted = missing.filter(({ change }) => users.has(change.userId));
  const failed = placed.filter((_, index) => outcomes[index]?.is === 'failed');
  const open = new Set([...uncounted, ...failed].map(({ id }) => id));
  return {
    done: pending.map(({ id }) => id).filter((id) => !open.has(id)),
    receipts: placed.filter(({ id }) => !open.has(id)),
    uncounted: changesOf(uncounted),
    errors: outcomes.flatMap((outcome) => (outcome.is === 'failed' ? [outcome.error] : [])),
  };
}
