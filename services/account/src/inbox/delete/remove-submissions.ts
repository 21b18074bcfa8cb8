import type { Prisma } from '@inlet/db/client';
import { runIn } from '@inlet/db/run-sql';
import { deleteNamed } from '#inbox/change/change.store.ts';

/** Deletes submissions of a form, as part of a larger action that is recorded itself. */
export async function removeSubmissions(
  tx: Prisma.TransactionClient,
  formId: string,
  ids: readonly string[],
): Promise<void> {
  if (ids.length > 0) await deleteNamed(runIn(tx), { formId, ids });
}
