import type { PrismaClient } from '@inlet/db/client';
import { runIn } from '@inlet/db/run-sql';
import type { Actor } from '#access/actor.ts';
import { recordAudit } from '#access/audit/record-audit.ts';
import { deleteNamed } from '#inbox/change/change.store.ts';

/** Deletes submissions of a form and notes it, both or neither; returns how many were there. */
export function deleteByIds(
  prisma: PrismaClient,
  actor: Actor,
  formId: string,
  ids: readonly string[],
): Promise<number> {
  return prisma.$transaction(async (tx) => {
    const count = await deleteNamed(runIn(tx), { formId, ids });
    if (count > 0) await recordAudit(tx, actor, 'submissions.deleted', { formId, count });
    return count;
  });
}
