import { type BackgroundLoop, type Round, startBackgroundLoop } from '@inlet/process/background-loop';
import type { Logger } from '@inlet/process/logger';
import type { Pool } from 'pg';
import { findLeftAccounts, removeChangesOf, removeHead, removeOldChanges } from '#cleanup/changes.store.ts';

export interface ChangeLimitOptions {
  readonly pool: Pool;
  readonly logger: Logger;
}

/** Nobody notices ten minutes in ninety days. */
const intervalMs = 600_000;
/** A change has some 500 ids at most, and a deletion 5,000: few enough for a statement of some 50 ms. */
const rowsAtOnce = 1_000;

/** Removes changes that are too old, and those of deleted accounts. Several workers may do it side by side. */
export function startChangeLimit({ pool, logger }: ChangeLimitOptions): BackgroundLoop {
  /** Removes pieces until one is not full, and rests after each as long as it took: storing comes first. */
  async function removeAll({ signal, rest }: Round, removeSome: () => Promise<number>): Promise<boolean> {
    while (!signal.aborted) {
      const startMs = performance.now();
      if ((await removeSome()) < rowsAtOnce) return true;
      await rest(performance.now() - startMs);
    }
    return false;
  }

  async function work(round: Round): Promise<void> {
    await removeAll(round, () => removeOldChanges(pool, rowsAtOnce));
    for (const userId of await findLeftAccounts(pool)) {
      // The head comes last: by it the next round finds what is left.
      if (await removeAll(round, () => removeChangesOf(pool, userId, rowsAtOnce))) await removeHead(pool, userId);
    }
  }

  return startBackgroundLoop({ intervalMs, logger, complaint: 'changes: removal failed' }, work);
}
