import type { Prisma, PrismaClient } from '@inlet/db/client';
import { toCount } from '@inlet/db/counts';
import { runIn } from '@inlet/db/run-sql';
import { limitStatements } from '@inlet/db/statement-limit';
import { recordAudit } from '#access/audit/record-audit.ts';
import { deleteNamed } from '#inbox/change/change.store.ts';
import {
  forgetDeletion,
  hasPieces,
  noteProgress,
  putLast,
  type TakenDeletion,
  takeDeletion,
  takePiece,
} from '#inbox/delete/deletions.store.ts';

/** Longer than a request works on its deletion before it responds. */
const leftAfterMs = 30_000;
/** A piece takes a tenth of a second; a busy database may need far longer. */
const timeoutMs = 30_000;

export interface DeletedPiece {
  /** The number of ids in the piece. */
  readonly named: number;
  /** The number that still existed. */
  readonly count: number;
}

/**
 * Deletes one piece of a deletion, or of the oldest one that nobody works on, in a transaction of its own; with the
 * last piece the owner's trail says how many are gone. Returns null where there is nothing to do, or somebody else does
 * it.
 */
export async function deletePiece(prisma: PrismaClient, id: string | null = null): Promise<DeletedPiece | null> {
  let takenId: string | undefined;
  const deleted = prisma.$transaction(
    async (tx) => {
      await limitStatements(tx, timeoutMs);
      const deletion = await takeDeletion(tx, id, leftAfterMs);
      takenId = deletion?.id;
      return deletion && deletePieceOf(tx, deletion);
    },
    { timeout: timeoutMs },
  );
  return deleted.catch(async (error: unknown) => {
    // If this fails too, the first error is the one to report.
    if (takenId !== undefined) await putLast(prisma, takenId).catch(() => undefined);
    throw error;
  });
}

async function deletePieceOf(tx: Prisma.TransactionClient, deletion: TakenDeletion): Promise<DeletedPiece> {
  const { formId, isSpam } = deletion;
  const ids = (await takePiece(tx, deletion.id)) ?? [];
  // Submissions that were moved to the other folder meanwhile must be kept.
  const count = await deleteNamed(runIn(tx), { formId, ids, isSpam });
  const deletedCount = toCount(deletion.deletedCount) + count;
  if (await hasPieces(tx, deletion.id)) {
    await noteProgress(tx, deletion, deletedCount);
  } else {
    await forgetDeletion(tx, deletion);
    const { userId, actor: name, address, userAgent } = deletion;
    const actor = { userId, name, address, userAgent };
    if (deletedCount > 0) await recordAudit(tx, actor, 'submissions.deleted', { formId, count: deletedCount });
  }
  return { named: ids.length, count };
}
