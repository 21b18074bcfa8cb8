import type { SubmissionFilter } from '@inlet/contracts/submissions';
import type { Response } from 'express';
import type { PoolClient } from 'pg';
import { recordAudit } from '#audit/record-audit.ts';
import type { AccountDeps } from '#deps.ts';
import { createTurns } from '#export/turns.ts';
import { deleteNamed } from '#submissions/change.store.ts';
import { fetchFound, keepFound } from '#submissions/found.store.ts';
import { runOn } from '#submissions/run-sql.ts';

/** Few enough for a statement of a tenth of a second, so that what is being stored meanwhile hardly waits for it. */
const deletedAtOnce = 5_000;
/** Each deletion holds a connection to its end: with a quarter of them at the most, nobody else waits for one. */
const shareOfConnections = 1 / 4;

export type DeleteByFilter = (response: Response, formId: string, filter: SubmissionFilter) => Promise<number>;

/**
 * Deletes all submissions that a filter finds, a piece at a time, and answers how many. What to delete is settled at the
 * beginning: what is stored from then on was never seen by who asked, and stays.
 */
export function createFilterDeletion({ database, config }: Pick<AccountDeps, 'database' | 'config'>): DeleteByFilter {
  const turns = createTurns(Math.max(1, Math.floor(config.DATABASE_CONNECTIONS * shareOfConnections)));

  return (response, formId, filter) =>
    turns.take(async () => {
      const deleted = { count: 0 };
      const client = await database.pool.connect();
      try {
        await deleteFound(client, formId, filter, deleted);
        client.release();
      } catch (error) {
        // A connection in an unknown state, with what it found, is not used again.
        client.release(true);
        throw error;
      } finally {
        // Also where only some could be deleted: they are gone.
        const { count } = deleted;
        if (count > 0) await recordAudit(database.prisma, response, 'submissions.deleted', { formId, count });
      }
      return deleted.count;
    });
}

async function deleteFound(client: PoolClient, formId: string, filter: SubmissionFilter, deleted: { count: number }) {
  const run = runOn(client);
  const close = await keepFound(client, formId, filter);
  for (;;) {
    const ids = await fetchFound(client, deletedAtOnce);
    // What was moved to the other folder meanwhile was meant to be kept out of this.
    if (ids.length > 0) deleted.count += await deleteNamed(run, { formId, ids, isSpam: filter.spam });
    if (ids.length < deletedAtOnce) return close();
  }
}
