import type { WorkRound } from '@inlet/process/background-work';
import type { Pool } from 'pg';
import { findLeftAccounts, removeChangesOf, removeHead, removeOldChanges } from '#cleanup/changes.store.ts';

/** A change has at most 500 ids, and a deletion 5,000: small enough for a statement of some 50 ms. */
const rowsAtOnce = 1_000;

/** Removes changes that are too old, and those of deleted accounts. Several workers may run at the same time. */
export async function limitChanges({ pool }: { readonly pool: Pool }, { repeat, signal }: WorkRound): Promise<void> {
  await repeat(async () => (await removeOldChanges(pool, rowsAtOnce)) === rowsAtOnce);
  for (const userId of await findLeftAccounts(pool)) {
    await repeat(async () => (await removeChangesOf(pool, userId, rowsAtOnce)) === rowsAtOnce);
    if (signal.aborted) return;
    // The head is deleted last, because the next round finds the account by it.
    await removeHead(pool, userId);
  }
}
