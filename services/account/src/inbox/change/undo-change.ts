import type { Undo, UpdatedSubmissions } from '@inlet/contracts/inbox-state';
import type { Form } from '@inlet/db/client';
import { runIn } from '@inlet/db/run-sql';
import type { Actor } from '#access/actor.ts';
import { recordAudit } from '#access/audit/record-audit.ts';
import { changeStates, lockStates } from '#inbox/change/states.store.ts';
import { moveReadBefore, takePrevious } from '#inbox/change/undo.store.ts';
import { countUnread } from '#inbox/counts/counts.store.ts';
import type { Resources } from '#resources.ts';

interface Limits {
  readonly pieceRows: number;
  readonly timeoutMs: number;
}

/** Undoes a change of all submissions that matched a filter, piece by piece; later changes are kept. */
export async function undoChange(
  { database }: Pick<Resources, 'database'>,
  actor: Actor,
  form: Form,
  { changeId, readBefore }: Undo,
  { pieceRows, timeoutMs }: Limits,
): Promise<UpdatedSubmissions> {
  const { id: formId } = form;
  const endMs = performance.now() + timeoutMs;
  let updated = 0;
  if (readBefore) {
    const isBack = await database.prisma.$transaction(async (tx) => {
      await lockStates(tx, formId);
      return moveReadBefore(runIn(tx), formId, readBefore);
    });
    const before = readBefore.from === null ? null : new Date(readBefore.from);
    if (isBack) updated += (await countUnread(database.pool, { ...form, readBefore: before })).unread;
  }
  let isComplete = false;
  while (!isComplete && performance.now() < endMs) {
    const taken = await database.prisma.$transaction(async (tx) => {
      await lockStates(tx, formId);
      const previous = await takePrevious(runIn(tx), formId, changeId, pieceRows);
      updated += (await changeStates(runIn(tx), formId, previous)).length;
      return previous.length;
    });
    isComplete = taken < pieceRows;
  }
  if (updated > 0) await recordAudit(database.prisma, actor, 'submissions.updated', { formId, count: updated });
  return { updated, isComplete };
}
