import type { Queryable } from '@inlet/db/cancellable';
import { type FilesText, filesColumn } from '@inlet/submissions/present-files';

/** A file that can be downloaded. */
export interface StoredFile {
  readonly id: string;
  readonly formId: string;
  readonly uploadId: string;
  readonly submissionId: string;
  readonly name: string;
  readonly size: number;
  readonly receivedAt: Date;
}

const columns = `files.id, files.form_id as "formId", upload_id as "uploadId", submission_id as "submissionId", name, size,
  submissions.created_at as "receivedAt"`;

/** The downloadable files of submissions, in the order of the ids. */
export async function findFiles(pool: Queryable, submissionIds: readonly string[]): Promise<StoredFile[]> {
  const { rows } = await pool.query<StoredFile>({
    name: 'files-of-submissions',
    text: `select ${columns} from unnest($1::uuid[]) with ordinality as wanted(id, place)
           join files on submission_id = wanted.id and state = 'available' join submissions on submissions.id = wanted.id
           order by place, position`,
    values: [submissionIds],
  });
  return rows;
}

export async function findStoredFile(pool: Queryable, id: string): Promise<StoredFile | null> {
  const { rows } = await pool.query<StoredFile>({
    name: 'one-file',
    text: `select ${columns} from files join submissions on submissions.id = submission_id
           where files.id = $1 and state = 'available'`,
    values: [id],
  });
  return rows[0] ?? null;
}

/** The files of a form's submission; null if it does not belong to the form. */
export async function findFilesText(pool: Queryable, formId: string, id: string): Promise<{ files: FilesText } | null> {
  const { rows } = await pool.query<{ files: FilesText }>({
    name: 'files-of-submission',
    text: `select ${filesColumn('submissions.id')} from submissions where id = $1 and form_id = $2`,
    values: [id, formId],
  });
  return rows[0] ?? null;
}

export async function hasFiles(pool: Queryable, formId: string): Promise<boolean> {
  const { rows } = await pool.query<{ has: boolean }>({
    name: 'has-files',
    text: `select exists (select from files where form_id = $1 and state <> 'deleting') as has`,
    values: [formId],
  });
  return rows[0]?.has ?? false;
}
