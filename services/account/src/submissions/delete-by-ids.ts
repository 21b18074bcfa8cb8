import type { PrismaClient } from '@inlet/db/client';
import type { Response } from 'express';
import { recordAudit } from '#audit/record-audit.ts';
import { deleteNamed } from '#submissions/change.store.ts';
import { runIn } from '#submissions/run-sql.ts';

/** Deletes submissions of a form and notes it, both or neither; answers how many were there. */
export function deleteByIds(
  prisma: PrismaClient,
  response: Response,
  formId: string,
  ids: readonly string[],
): Promise<number> {
  return prisma.$transaction(async (tx) => {
    const count = await deleteNamed(runIn(tx), { formId, ids });
    if (count > 0) await recordAudit(tx, response, 'submissions.deleted', { formId, count });
    return count;
  });
}
