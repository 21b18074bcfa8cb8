import type { WorkRound } from '@inlet/process/background-work';
import type { Pool } from 'pg';
import { findLeftAccounts, removeChangesOf, removeHead, removeOldChanges } from '#cleanup/changes.store.ts';

/** A change has some 500 ids at most, and a deletion 5,000: few enough for a statement of some 50 ms. */
const rowsAtOnce = 1_000;

/** Removes changes that are too old, and those of deleted accounts. Several workers may run at the same time. */
export async function limitChanges({ pool }: { readonly pool: Pool }, { repeat, signal }: WorkRound): Promise<void> {
  await repeat(async () => (await removeOldChanges(pool, rowsAtOnce)) === rowsAtOnce);
  for (const userId of await findLeftAccounts(pool)) {
    await repeat(async () => (await removeChangesOf(pool, userId, rowsAtOnce)) === rowsAtOnce);
    if (signal.aborted) return;
    // The head comes last: by it the next round finds what is left.
    await removeHead(pool, userId);
  }
}
