import type { RunSql } from '@inlet/db/run-sql';
import { recordSql } from '@inlet/submissions/record-sql';

export interface MovedToInbox {
  /** How many were in the spam folder. */
  readonly count: number;
  /** How many of them do not count in a month yet. */
  readonly wanted: number;
}

interface MovedRow extends MovedToInbox {
  /** Ids of the moved submissions whose visitors have confirmed the address while they were in the spam folder. */
  readonly confirmed: readonly string[];
}

/**
 * The rows are locked in the order of their ids, as by every other change. A submission that its owner marked as spam
 * was in the inbox before, and still counts in its month. The owner's decision ends a remote check, and announces what
 * the check held back.
 */
const moveSql = `
with chosen as (
  select id, is_spam, marked_at, checking_since is not null as is_checking from submissions
  where form_id = $1 and id = any ($2::uuid[]) and (is_spam or checking_since is not null) order by id for update
), moved as (
  update submissions set is_spam = false, marked_at = null, checking_since = null
  from chosen where submissions.id = chosen.id
  returning submissions.id, chosen.is_spam as was_spam, chosen.marked_at, chosen.is_checking, confirmed_at
), news as (
  select id, case when marked_at is null then 'released' else 'returned' end as kind from moved where was_spam
  union all
  select id, 'passed' from moved where is_checking
)
select count(*) filter (where was_spam)::int as count,
  count(*) filter (where was_spam and marked_at is null)::int as wanted,
  coalesce(
    array_agg(id) filter (where was_spam and confirmed_at >= coalesce(marked_at, '-infinity')), '{}'
  ) as confirmed,
  ${recordSql('news.kind', 'news')} as targets
from moved`;

const confirmedSql = `
with confirmed as (select unnest($2::uuid[]) as id)
select ${recordSql("'confirmed'::text", 'confirmed')} as targets`;

/**
 * Nobody has heard yet of visitors who have confirmed the address meanwhile. That is recorded afterwards: a reader of the
 * change feed gets the submission before its confirmation.
 */
export async function moveToInbox(run: RunSql, formId: string, ids: readonly string[]): Promise<MovedToInbox> {
  const [moved] = await run<MovedRow>(moveSql, [formId, [...ids]]);
  if (!moved) throw new Error('A count without a row');
  if (moved.confirmed.length > 0) await run(confirmedSql, [formId, [...moved.confirmed]]);
  return moved;
}

/** The form's counters are updated last, as in the worker: two transactions with this order of locks never deadlock. */
export async function countReleased(run: RunSql, formId: string, count: number): Promise<void> {
  await run(
    `update form_totals set submission_count = submission_count + $2::int, spam_count = greatest(0, spam_count - $2::int)
     where form_id = $1::uuid`,
    [formId, count],
  );
}
