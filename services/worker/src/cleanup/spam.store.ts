import { spamDaysMax, spamOfFormMax } from '@inlet/contracts/retention';
import { deletionSql } from '@inlet/submissions/deletion-sql';
import type { Changed } from '@inlet/submissions/record-sql';
import type { Pool } from 'pg';

/** Forms with more spam than they may keep, by the index on that count. Whole forms are removed elsewhere. */
export async function findCrowded(pool: Pool): Promise<string[]> {
  const { rows } = await pool.query<{ formId: string }>(
    `select form_id as "formId" from form_totals join forms on forms.id = form_id where spam_count > ${spamOfFormMax}`,
  );
  return rows.map(({ formId }) => formId);
}

/** A submission that its owner has marked is as old as the mark: it was not spam before. */
const isOld = `created_at < now() - interval '${spamDaysMax} days'
  and coalesce(marked_at, created_at) < now() - interval '${spamDaysMax} days'`;

/** Forms with spam that is too old: one look into an index for each form that has spam. */
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
 * The rows are taken in the order of their ids. Two workers that choose the same rows remove them once, and a row that
 * its owner moves into the inbox meanwhile stays. Nothing is locked beforehand: the worker may delete submissions, and
 * not change them.
 */
function removeSql(chosen: string): string {
  return deletionSql(`select unnest(array(${chosen})) as id order by id`, 'is_spam');
}

/** Without a row of the counter nothing is too much; a limit that is null would be none. */
const excessSql = removeSql(`
  select id from submissions where form_id = $1 and is_spam order by created_at, id
  limit coalesce((select greatest(0, least($2, spam_count - ${spamOfFormMax})) from form_totals where form_id = $1), 0)`);

const outdatedSql = removeSql(`
  select id from submissions where form_id = $1 and is_spam and ${isOld} order by created_at, id limit $2`);

/**
 * Removes some of a form's spam and answers how much: `excess` is the oldest beyond its number, `outdated` what is too
 * old.
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
