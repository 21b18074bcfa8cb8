import type { ClientBase } from 'pg';

export interface Deletion {
  readonly formId: string;
  /** True once no statement is running that started while the form still existed. */
  readonly isQuiet: boolean;
}

/**
 * Takes the form whose deletion has waited longest; others cannot take it until the transaction ends. A statement that
 * stores submissions and started before the form was deleted still sees the form, so the rows that it leaves are only
 * visible after it ends: its snapshot is older than the deletion note.
 */
const takeSql = `
select form_id as "formId", not exists (
  select from pg_stat_activity as other
  where other.datname = current_database() and other.pid <> pg_backend_pid()
    -- The server's own processes have no role; what else they are is not shown to the worker's.
    and other.usesysid is not null
    and age(other.backend_xmin) >= age(form_deletions.xmin)
) as "isQuiet"
from form_deletions
where form_id <> all ($1::uuid[])
order by requested_at, form_id
limit 1
for update skip locked`;

export async function takeDeletion(client: ClientBase, except: readonly string[]): Promise<Deletion | null> {
  const { rows } = await client.query<Deletion>(takeSql, [except]);
  return rows[0] ?? null;
}

/** Removes some of a form's submissions, and returns how many: fewer than asked for when there are no more. */
export async function removeSubmissions(client: ClientBase, formId: string, limit: number): Promise<number> {
  const { rowCount } = await client.query(
    'delete from submissions where id = any (array(select id from submissions where form_id = $1 limit $2))',
    [formId, limit],
  );
  return rowCount ?? 0;
}

/** The deletion note comes last; a trigger on it deletes the counters by origin. */
const tablesOfForms = [
  'submission_states',
  'form_totals',
  'daily_form_counters',
  'dead_submissions',
  'search_blocks',
  'search_segments',
  'search_texts',
  'notices',
  'auto_replies',
  'spam_lessons',
  'spam_checks',
  'retention_runs',
  'form_deletions',
];

/** Removes the remaining rows of a form, and the note of its deletion. */
export async function finishDeletion(client: ClientBase, formId: string): Promise<void> {
  for (const table of tablesOfForms) {
    await client.query(`delete from ${table} where form_id = $1`, [formId]);
  }
}
