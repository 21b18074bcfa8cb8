import { recordSql } from '#record-sql.ts';

/** What arrived as spam and never left the spam folder was in nobody's inbox: that it is gone is no change. */
const wasInInbox = 'not gone.is_spam or gone.marked_at is not null';

/** The rows go first and then the counter of their form, as everywhere, so that two changes cannot wait for each other. */
function goneSql(chosen: string, condition: string): string {
  return `
with chosen as (${chosen}), gone as (
  delete from submissions using chosen where submissions.id = chosen.id and ${condition} 
  returning submissions.id, submissions.is_spam, submissions.marked_at, submissions.created_at
), counted as (
  select count(*) filter (where not is_spam)::int as kept, count(*) filter (where is_spam)::int as spam from gone
), totals as (
  update form_totals set
    submission_count = greatest(0, submission_count - kept),
    spam_count = greatest(0, spam_count - spam)
  from counted where form_id = $1 and kept + spam > 0
)`;
}

/**
 * Deletes the rows that the query `chosen` names, records it, and moves the counters of form `$1` by the rows that are
 * gone: one statement, so that they cannot disagree. The change is recorded between the rows and the counter. Only rows
 * that meet the condition at that moment are deleted. Answers how many, and the targets that have a delivery now.
 */
export function deletionSql(chosen: string, condition = 'true'): string {
  return `${goneSql(chosen, condition)}
select kept + spam as count, ${recordSql("'deleted'::text", 'gone', wasInInbox)} as targets from counted`;
}

/** The same without a record. Answers how many, and the position of the last of them in its form. */
export function silentDeletionSql(chosen: string): string {
  return `${goneSql(chosen, 'true')}
select kept + spam as count, last.created_at as "createdAt", last.id
from counted left join lateral (select created_at, id from gone order by created_at desc, id desc limit 1) as last on true`;
}
