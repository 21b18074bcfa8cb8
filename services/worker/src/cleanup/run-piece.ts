import { transaction } from '@inlet/db/transaction';
import type { Pool } from 'pg';
import { deletePiece, finishRun, notePiece, type Plans, putLast, takeRun } from '#cleanup/retention.store.ts';

/** Small enough for a statement of some 10 ms, so that concurrent inserts hardly wait for it. */
const submissionsAtOnce = 500;

export interface Piece {
  readonly formId: string;
  /** Submissions that this piece deleted. */
  readonly count: number;
  /** Submissions that the run has deleted so far. */
  readonly deletedCount: number;
  readonly isFinished: boolean;
}

/**
 * Deletes one piece of the run that has waited longest, in one transaction with the counters and the run's progress: a
 * crash keeps or undoes all of it, and any worker continues from there. The first piece that finds nothing ends the
 * run, in a transaction without rows. Resolves to null if no run is left, or other workers hold them.
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
    // If this fails too, the first error is the one to report.
    if (taken !== undefined) await putLast(pool, taken).catch(() => undefined);
    throw error;
  });
}
