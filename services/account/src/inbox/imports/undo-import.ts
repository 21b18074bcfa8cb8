import { setTimeout as pause } from 'node:timers/promises';
import type { DeletedSubmissions } from '@inlet/contracts/submissions';
import type { Form, PrismaClient } from '@inlet/db/client';
import { runIn, runOn } from '@inlet/db/run-sql';
import { limitStatements } from '@inlet/db/statement-limit';
import type { Actor } from '#access/actor.ts';
import { recordAudit } from '#access/audit/record-audit.ts';
import { importNotFound } from '#errors.ts';
import { findImport, lockImports } from '#inbox/imports/imports.store.ts';
import { deleteImported, finishUndo, markUndone, putUndoLast, takeUndo } from '#inbox/imports/undo.store.ts';
import type { Resources } from '#resources.ts';

/** Small enough for a statement of a tenth of a second, so that concurrent inserts hardly wait for it. */
const rowsOfPiece = 5_000;
/** The request gets a response after this time, done or not: the web app waits 15 s for it. */
const answeredAfterMs = 8_000;
/** Longer than a request works on its undo before it responds. */
const leftAfterMs = 30_000;
const timeoutMs = 30_000;

export type UndoDeps = Pick<Resources, 'database' | 'lifecycle' | 'logger'>;

/**
 * Undoes an import, a piece at a time. It is marked first, so that any process of account finishes it if this one ends.
 */
export async function undoImport(
  { database, lifecycle, logger }: UndoDeps,
  actor: Actor,
  form: Pick<Form, 'id' | 'userId'>,
  id: string,
): Promise<DeletedSubmissions> {
  const endMs = performance.now() + answeredAfterMs;
  await requestUndo(database.prisma, actor, form, id);
  let count = 0;
  try {
    for (let isDone = false; !isDone && performance.now() < endMs && !lifecycle.isClosing(); ) {
      const piece = await undoPiece(database, id);
      count += piece?.count ?? 0;
      isDone = piece === null || piece.isLast;
    }
  } catch (err) {
    logger.warn({ err }, 'imports: undoing failed, retried later');
  }
  const left = (await findImport(runOn(database.pool), id))?.leftCount ?? 0;
  return left > 0 ? { count, pending: left } : { count };
}

/** Continues what requests and crashed processes left. Storing has priority: it rests as long as a piece took. */
export async function continueUndoing({ database }: Pick<Resources, 'database'>, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    const startMs = performance.now();
    if ((await undoPiece(database)) === null) return;
    await pause(performance.now() - startMs, undefined, { signal }).catch(() => undefined);
  }
}

async function requestUndo(
  prisma: PrismaClient,
  actor: Actor,
  { id: formId, userId }: Pick<Form, 'id' | 'userId'>,
  importId: string,
): Promise<void> {
  await prisma.$transaction(
    async (tx) => {
      const run = runIn(tx);
      await lockImports(run, userId);
      const found = await findImport(run, importId);
      if (found?.formId !== formId) throw importNotFound();
      if (found.isUndone) return;
      await markUndone(run, importId);
      await recordAudit(tx, actor, 'submissions.import_undone', { formId, importId, count: found.leftCount });
    },
    { timeout: timeoutMs, maxWait: timeoutMs },
  );
}

interface UndonePiece {
  readonly count: number;
  readonly isLast: boolean;
}

/** Null where there is nothing to do, or another process does it. */
async function undoPiece(
  { prisma, pool }: Resources['database'],
  id: string | null = null,
): Promise<UndonePiece | null> {
  let takenId: string | undefined;
  const undone = prisma.$transaction(
    async (tx) => {
      await limitStatements(tx, timeoutMs);
      const run = runIn(tx);
      const taken = await takeUndo(run, id, leftAfterMs);
      if (!taken) return null;
      takenId = taken.id;
      const count = await deleteImported(run, taken, rowsOfPiece);
      const isLast = count < rowsOfPiece;
      if (isLast) await finishUndo(run, taken.id);
      return { count, isLast };
    },
    { timeout: timeoutMs },
  );
  return undone.catch(async (error: unknown) => {
    // If this fails too, the first error is the one to report.
    if (takenId !== undefined) await putUndoLast(runOn(pool), takenId).catch(() => undefined);
    throw error;
  });
}
