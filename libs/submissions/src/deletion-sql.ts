import { recordSql } from '#record-sql.ts';

/** Spam that never left the spam folder was never in an inbox, so its deletion is not a change. */
const wasInInbox = 'not gone.is_spam or gone.marked_at is not null';

/** Rows are deleted before their form's counter is updated, as everywhere, so that two changes cannot deadlock. */
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
 * Deletes the rows of the query `chosen`, records the deletion, and updates the counters of form `$1` in one statement,
 * so that they cannot disagree. The change is recorded between the rows and the counter. Only rows that meet the
 * condition at that moment are deleted. Returns their number, and the targets that now have a delivery.
 */
export function deletionSql(chosen: string, condition = 'true'): string {
  return `${goneSql(chosen, condition)}
select kept + spam as count, ${recordSql("'deleted'::text", 'gone', wasInInbox)} as targets from counted`;
}

/**
 * The same with a record in the change feed alone: integrations do not hear of it. Returns the number of rows. The head
 * of the feed is locked between the rows and the counter, as by every change.
 */
export function quietDeletionSql(chosen: string): string {
  return `${goneSql(chosen, 'true')}, told as (
  select user_id, array_agg(gone.id) as ids from gone join forms on forms.id = $1 where ${wasInInbox} group by user_id
), head as (
  insert into change_heads (user_id, position) select user_id, cardinality(ids) from told
  on conflict (user_id) do update set position = change_heads.position + excluded.position
  returning user_id, position
), recorded as (
  insert into changes (user_id, first_position, type, ids, form_ids, at)
  select user_id, position + 1 - cardinality(ids), 'deleted', ids, array[$1::uuid], clock_timestamp()
  from head join told using (user_id)
  returning cardinality(ids) as count
)
select kept + spam as count, (select sum(count) from recorded)::int as recorded from counted`;
}

/** The same without a record. Returns the number of rows, and the position of the last one in its form. */
export function silentDeletionSql(chosen: string): string {
  return `${goneSql(chosen, 'true')}
select kept + spam as count, last.created_at as "createdAt", last.id
from counted left join lateral (select created_at, id from gone order by created_at desc, id desc limit 1) as last on true`;
}
