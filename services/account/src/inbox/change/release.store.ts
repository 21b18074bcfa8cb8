import type { RunSql } from '@inlet/db/run-sql';
import { type Changed, recordSql } from '@inlet/submissions/record-sql';

/** How many were in the spam folder, and the targets that now have a delivery. */
export interface MovedToInbox extends Changed {
  /** How many of them do not count in a month yet. */
  readonly wanted: number;
}

/**
 * The rows are locked in the order of their ids, as by every other change. A submission that its owner marked as spam
 * was in the inbox before, and still counts in its month. The owner's decision ends a remote check, and announces what
 * the check held back. A visitor who has confirmed the address meanwhile was told to nobody until now.
 */
const moveSql = `
with chosen as (
  select id, is_spam, marked_at, checking_since is not null as is_checking from submissions
  where form_id = $1 and id = any ($2::uuid[]) and (is_spam or checking_since is not null) order by id for update
), moved as (
  update submissions set is_spam = false, marked_at = null, checking_since = null
  from chosen where submissions.id = chosen.id
  returning submissions.id, chosen.is_spam as was_spam, chosen.marked_at, chosen.is_checking, confirmed_at
), told as (
  select id, case when marked_at is null then 'released' else 'returned' end as kind from moved where was_spam
  union all
  select id, 'passed' from moved where is_checking
  union all
  select id, 'confirmed' from moved where was_spam and confirmed_at >= coalesce(marked_at, '-infinity')
)
select count(*) filter (where was_spam)::int as count,
  count(*) filter (where was_spam and marked_at is null)::int as wanted,
  ${recordSql('told.kind', 'told')} as targets
from moved`;

export async function moveToInbox(run: RunSql, formId: string, ids: readonly string[]): Promise<MovedToInbox> {
  const [moved] = await run<MovedToInbox>(moveSql, [formId, [...ids]]);
  if (!moved) throw new Error('A count without a row');
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
