import { spamDaysMax, spamOfFormMax } from '@inlet/contracts/retention';
import { deletionSql } from '@inlet/submissions/deletion-sql';
import type { Changed } from '@inlet/submissions/record-sql';
import type { Pool } from 'pg';

/** Forms with too much spam, by the index on that count. Deleted forms are handled elsewhere. */
export async function findCrowded(pool: Pool): Promise<string[]> {
  const { rows } = await pool.query<{ formId: string }>(
    `select form_id as "formId" from form_totals join forms on forms.id = form_id where spam_count > ${spamOfFormMax}`,
  );
  return rows.map(({ formId }) => formId);
}

/** A marked submission is as old as its mark, because it was not spam before. */
const isOld = `created_at < now() - interval '${spamDaysMax} days'
  and coalesce(marked_at, created_at) < now() - interval '${spamDaysMax} days'`;

/** Forms with expired spam: one index lookup for each form with spam. */
export async function findOutdated(pool: Pool): Promise<string[]> {
  const { rows } = await pool.query<{ formId: string }>(
    `select totals.form_id as "formId"
     from form_totals as totals join forms on forms.id = totals.form_id
     cross join lateral (
       select from submissions where form_id = totals.form_id and is_spam and ${isOld} order by created_at limit 1
     ) as old
     where totals.spam_count > 0`,
  );
  return rows.map(({ formId }) => formId);
}

/**
 * The rows are taken in the order of their ids. If two workers choose the same rows, they are deleted once, and a row
 * that its owner moves to the inbox meanwhile is kept. Nothing is locked in advance, because the worker has the right
 * to delete submissions but not to change them.
 */
function removeSql(chosen: string): string {
  return deletionSql(`select unnest(array(${chosen})) as id order by id`, 'is_spam');
}

/** Without a counter row there is no excess; a limit of null would mean no limit. */
const excessSql = removeSql(`
  select id from submissions where form_id = $1 and is_spam order by created_at, id
  limit coalesce((select greatest(0, least($2, spam_count - ${spamOfFormMax})) from form_totals where form_id = $1), 0)`);

const outdatedSql = removeSql(`
  select id from submissions where form_id = $1 and is_spam and ${isOld} order by created_at, id limit $2`);

/**
 * Deletes some of a form's spam and returns the number: `excess` means the oldest beyond the limit, `outdated` expired
 * spam.
 */
export async function removeSpam(
  pool: Pool,
  reason: 'excess' | 'outdated',
  formId: string,
  limit: number,
): Promise<number> {
  const text = reason === 'excess' ? excessSql : outdatedSql;
  const { rows } = await pool.query<Changed>(text, [formId, limit]);
  return rows[0]?.count ?? 0;
}
