import { submissionNotFound } from '#errors.ts';
import { presentSubmission } from '#inbox/submissions/present-submission.ts';
import { findSubmission } from '#inbox/submissions/submissions.store.ts';
import type { Resources } from '#resources.ts';

/** One submission of a form, as JSON text. */
export async function readSubmission(
  { database }: Pick<Resources, 'database'>,
  formId: string,
  id: string,
): Promise<string> {
  const row = await findSubmission(database.pool, formId, id);
  if (!row) throw submissionNotFound();
  return presentSubmission(row);
}
