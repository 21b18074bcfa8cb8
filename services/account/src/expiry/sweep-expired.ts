import { expiringTables, removeExpired } from '#expiry/expired.store.ts';
import type { Resources } from '#resources.ts';

/** Small enough for a statement of some 20 ms. */
const rowsAtOnce = 1_000;

/**
 * Deletes expired sessions, mailed links, keys, invitations, recipients and audit events, because they contain personal
 * data.
 */
export async function sweepExpired(
  { database, logger }: Pick<Resources, 'database' | 'logger'>,
  signal: AbortSignal,
): Promise<void> {
  for (const table of expiringTables) {
    let removed = 0;
    let count: number;
    do {
      if (signal.aborted) return;
      count = await removeExpired(database.pool, table, rowsAtOnce);
      removed += count;
    } while (count === rowsAtOnce);
    if (removed > 0) logger.info({ table, removed }, 'expired rows: removed');
  }
}
