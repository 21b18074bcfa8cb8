import type { RunSql } from '@inlet/db/run-sql';
import { deletionSql } from '@inlet/submissions/deletion-sql';
import { type Changed, recordSql } from '@inlet/submissions/record-sql';

/** Some of a form's submissions by their ids; optionally only those that are currently in one folder. */
export interface Named {
  readonly formId: string;
  readonly ids: readonly string[];
  readonly isSpam?: boolean;
}

/**
 * One statement, so that counter and rows cannot disagree. The rows are locked in the order of their ids: two requests
 * for the same rows wait in one direction only, and the second one finds them changed.
 */
const chosenSql = `
  select id from submissions
  where form_id = $1 and id = any ($2::uuid[]) and ($3::bool is null or is_spam = $3)
  order by id for update`;

/** Deletes submissions, and returns how many were there. What the account received in the month stays counted. */
export async function deleteNamed(run: RunSql, { formId, ids, isSpam }: Named): Promise<number> {
  const rows = await run<Changed>(deletionSql(chosenSql), [formId, [...ids], isSpam ?? null]);
  return rows[0]?.count ?? 0;
}

/**
 * A marked submission still counts in its month, so that undoing the mark costs nothing. A pending remote check also
 * stays recorded, because nothing was announced about the submission yet. The clock is read under the lock of the row,
 * because a later click of its visitor is announced once the mark is undone.
 */
const markSql = `
with chosen as (${chosenSql}), moved as (
  update submissions set is_spam = true, marked_at = clock_timestamp() from chosen where submissions.id = chosen.id
  returning submissions.id
), counted as (
  select count(*)::int as count from moved
), totals as (
  update form_totals set
    submission_count = greatest(0, submission_count - count),
    spam_count = spam_count + count
  from counted where form_id = $1 and count > 0
)
select count, ${recordSql("'marked'::text", 'moved')} as targets from counted`;

/** Moves submissions into the spam folder, and returns how many were in the inbox. */
export async function markAsSpam(run: RunSql, { formId, ids }: Named): Promise<number> {
  const rows = await run<Changed>(markSql, [formId, [...ids], false]);
  return rows[0]?.count ?? 0;
}
