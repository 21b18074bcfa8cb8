import { deletionSql } from '@inlet/submissions/deletion-sql';
import type { Changed } from '@inlet/submissions/record-sql';
import type { ClientBase, Pool } from 'pg';

export interface FoundOfForm {
  readonly formId: string;
  readonly ids: readonly string[];
}

/** Some of the found submissions that still exist, all of one form. */
export async function findLeft(pool: Pool, erasureId: string, limit: number): Promise<FoundOfForm | null> {
  const { rows } = await pool.query<{ id: string; formId: string }>(
    `select submissions.id, submissions.form_id as "formId" from erasure_finds
     join submissions on submissions.id = key::uuid
     where erasure_id = $1 and kind = 'submission' order by submissions.form_id limit $2`,
    [erasureId, limit],
  );
  const [first] = rows;
  if (!first) return null;
  const { formId } = first;
  return { formId, ids: rows.filter((row) => row.formId === formId).map(({ id }) => id) };
}

const deleteSql = deletionSql(
  'select id from submissions where form_id = $1 and id = any ($2::uuid[]) order by id for update',
);

/** The files of submissions that will be deleted. */
export async function findFiles(client: ClientBase, ids: readonly string[]): Promise<string[]> {
  const { rows } = await client.query<{ id: string }>('select id from files where submission_id = any ($1::uuid[])', [
    ids,
  ]);
  return rows.map(({ id }) => id);
}

/** Some of the found files that still have bytes. */
export async function findFilesLeft(pool: Pool, erasureId: string): Promise<string[]> {
  const { rows } = await pool.query<{ id: string }>(
    `select files.id from erasure_finds join files on files.id = key::uuid
     where erasure_id = $1 and kind = 'file' and state = 'deleting' limit 50`,
    [erasureId],
  );
  return rows.map(({ id }) => id);
}

export interface Deleted {
  readonly submissions: number;
  readonly files: number;
  readonly notes: number;
}

/** Deletes submissions as their owner would, with their related data. */
export async function deleteFound(client: ClientBase, { formId, ids }: FoundOfForm): Promise<Deleted> {
  const noted = await client.query<{ count: number }>(
    `select count(*)::int as count from submission_states where submission_id = any ($1::uuid[]) and note is not null`,
    [ids],
  );
  const files = await findFiles(client, ids);
  const { rows } = await client.query<Changed>(deleteSql, [formId, ids]);
  return { submissions: rows[0]?.count ?? 0, files: files.length, notes: noted.rows[0]?.count ?? 0 };
}
