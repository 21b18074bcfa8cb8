import type { AcceptedSubmission } from '@inlet/contracts/submission-batch';
import type { Pool } from 'pg';

/**
 * One statement: what is returned as inserted is what the counters move by, so they can never disagree. A row that
 * is there already is left alone, and a row whose form was deleted meanwhile goes with it. Each insert takes its rows
 * in the order of their keys, so that two workers cannot wait for each other in a circle.
 */
const insertSql = `
with received as (
  select r.*
  from unnest($1::uuid[], $2::uuid[], $3::timestamptz[], $4::text[], $5::text[], $6::text[])
    as r(id, form_id, created_at, data, origin, user_agent)
  join forms on forms.id = r.form_id
), inserted as (
  insert into submissions (id, form_id, created_at, data, origin, user_agent)
  select id, form_id, created_at, data::json, origin, user_agent from received order by id
  on conflict (id) do nothing
  returning id, form_id, created_at
), counted as (
  select inserted.form_id, inserted.created_at, forms.user_id
  from inserted join forms on forms.id = inserted.form_id
), totals as (
  insert into form_totals (form_id, submission_count, last_submission_at)
  select form_id, count(*), max(created_at) from counted group by form_id order by form_id
  on conflict (form_id) do update set
    submission_count = form_totals.submission_count + excluded.submission_count,
    last_submission_at = greatest(form_totals.last_submission_at, excluded.last_submission_at)
), days as (
  insert into daily_form_counters (form_id, day, submission_count)
  select form_id, (created_at at time zone 'UTC')::date, count(*) from counted group by 1, 2 order by 1, 2
  on conflict (form_id, day) do update set
    submission_count = daily_form_counters.submission_count + excluded.submission_count
), months as (
  insert into monthly_usage (user_id, month, submission_count)
  select user_id, date_trunc('month', created_at at time zone 'UTC')::date, count(*)
  from counted group by 1, 2 order by 1, 2
  on conflict (user_id, month) do update set
    submission_count = monthly_usage.submission_count + excluded.submission_count
)
select count(*)::int as count from inserted`;

/** Stores a batch with its counters and answers how many submissions were new. */
export async function insertSubmissions(pool: Pool, submissions: readonly AcceptedSubmission[]): Promise<number> {
  const result = await pool.query<{ count: number }>({
    name: 'insert-submissions',
    text: insertSql,
    values: [
      submissions.map(({ id }) => id),
      submissions.map(({ formId }) => formId),
      submissions.map(({ receivedAtMs }) => new Date(receivedAtMs).toISOString()),
      submissions.map(({ data }) => JSON.stringify(data)),
      submissions.map(({ origin }) => origin),
      submissions.map(({ userAgent }) => userAgent),
    ],
  });
  return result.rows[0]?.count ?? 0;
}
