import { transaction } from '@inlet/db/transaction';
import type { Pool } from 'pg';
import { deletePiece, finishRun, notePiece, type Plans, putLast, takeRun } from '#cleanup/retention.store.ts';

/** Few enough for a statement of some 10 ms, so that what is being stored meanwhile hardly waits for it. */
const submissionsAtOnce = 500;

export interface Piece {
  readonly formId: string;
  /** Submissions that this piece deleted. */
  readonly count: number;
  /** Submissions that the run deleted so far. */
  readonly deletedCount: number;
  readonly isFinished: boolean;
}

/**
 * Deletes one piece of the run that waits longest, in one transaction with the counters and the place that the run came
 * to: a crash undoes or keeps all of it, and any worker goes on from there. The first piece that finds nothing ends the
 * run, in a transaction without rows. Resolves to null where no run is left, or other workers hold them.
 */
export async function runPiece(pool: Pool, plans: Plans): Promise<Piece | null> {
  let taken: string | undefined;
  const done = transaction(pool, async (client) => {
    const run = await takeRun(client, plans);
    if (!run) return null;
    const { formId, deletedCount } = run;
    taken = formId;
    const piece = run.isWanted ? await deletePiece(client, run, submissionsAtOnce) : null;
    if (!piece) {
      await finishRun(client, run);
      return { formId, count: 0, deletedCount, isFinished: true };
    }
    await notePiece(client, formId, piece);
    return { formId, count: piece.count, deletedCount: deletedCount + piece.count, isFinished: false };
  });
  return done.catch(async (error: unknown) => {
    // Where that cannot be either, the first reason is the one to be told.
    if (taken !== undefined) await putLast(pool, taken).catch(() => undefined);
    throw error;
  });
}
