import type { Form } from '@inlet/db/client';
import { submissionNotFound } from '#errors.ts';
import { presentInInbox } from '#inbox/submissions/present-submission.ts';
import { stateOf } from '#inbox/submissions/state-row.ts';
import { findSubmission } from '#inbox/submissions/submissions.store.ts';
import type { Resources } from '#resources.ts';

/** One submission of a form, as JSON text. */
export async function readSubmission(
  { database, fileLinks }: Pick<Resources, 'database' | 'fileLinks'>,
  form: Pick<Form, 'id' | 'readBefore'>,
  id: string,
): Promise<string> {
  const row = await findSubmission(database.pool, form.id, id);
  if (!row) throw submissionNotFound();
  return presentInInbox(row, stateOf(row.state, row.createdAt, form.readBefore), fileLinks);
}
