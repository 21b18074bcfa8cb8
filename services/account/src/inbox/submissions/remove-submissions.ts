import type { Prisma } from '@inlet/db/client';
import { deleteNamed } from '#inbox/submissions/change.store.ts';
import { runIn } from '#inbox/submissions/run-sql.ts';

/** Deletes submissions of a form, as part of something larger that says itself what was done. */
export async function removeSubmissions(
  tx: Prisma.TransactionClient,
  formId: string,
  ids: readonly string[],
): Promise<void> {
  if (ids.length > 0) await deleteNamed(runIn(tx), { formId, ids });
}
