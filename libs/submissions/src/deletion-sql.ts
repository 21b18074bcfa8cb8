/**
 * Deletes the rows that the query `chosen` names, and moves the counters of form `$1` by the rows that are gone: one
 * statement, so that the counters and the rows cannot disagree. The rows come first and then the counter, as in every other
 * change, so that two changes cannot wait for each other. Only rows that meet the condition at that moment are deleted.
 */
export function deletionSql(chosen: string, condition = 'true'): string {
  return `
with chosen as (${chosen}), gone as (
  delete from submissions using chosen where submissions.id = chosen.id and ${condition} returning submissions.is_spam
), counted as (
  select count(*) filter (where not is_spam)::int as kept, count(*) filter (where is_spam)::int as spam from gone
), totals as (
  update form_totals set
    submission_count = greatest(0, submission_count - kept),
    spam_count = greatest(0, spam_count - spam)
  from counted where form_id = $1 and kept + spam > 0
)
select kept + spam as count from counted`;
}
