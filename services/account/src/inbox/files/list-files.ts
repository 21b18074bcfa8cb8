import type { FilesOfSubmission } from '@inlet/contracts/files';
import { presentFiles } from '@inlet/submissions/present-files';
import { submissionNotFound } from '#errors.ts';
import { findFilesText } from '#inbox/files/files.store.ts';
import type { Resources } from '#resources.ts';

/** The files of a form's submission, with fresh links. */
export async function listFiles(
  { database, fileLinks }: Pick<Resources, 'database' | 'fileLinks'>,
  formId: string,
  id: string,
): Promise<FilesOfSubmission> {
  const found = await findFilesText(database.pool, formId, id);
  if (!found) throw submissionNotFound();
  const files = presentFiles(found.files, (file) => fileLinks.urlOf('file', file));
  const hasSome = files.some(({ url }) => url !== null);
  return { files, archiveUrl: hasSome ? fileLinks.urlOf('archive', id) : null };
}
