import type { AcceptedSubmission } from '@inlet/contracts/submission-batch';
import type { QuotaReturn } from '@inlet/queue/quota';
import type { Pool } from 'pg';

/**
 * One statement: what is returned as inserted is what the counters move by, so they can never disagree. A row that
 * is there already is left alone, and a row whose form was deleted meanwhile goes with it. Each insert takes its rows
 * in the order of their keys, so that two workers cannot wait for each other in a circle. Spam counts as nothing but
 * spam.
 */
const insertSql = `
with received as (
  select r.*
  from unnest($1::uuid[], $2::uuid[], $3::timestamptz[], $4::text[], $5::text[], $6::text[], $7::bool[], $8::text[], $9::text[])
    as r(id, form_id, created_at, data, origin, user_agent, is_spam, subject, reply_to)
  join forms on forms.id = r.form_id
), inserted as (
  insert into submissions (id, form_id, created_at, data, origin, user_agent, is_spam, subject, reply_to)
  select id, form_id, created_at, data::json, origin, user_agent, is_spam, subject, reply_to from received order by id
  on conflict (id) do nothing
  returning form_id, created_at, is_spam
), totals as (
  insert into form_totals (form_id, submission_count, spam_count, last_submission_at)
  select form_id, count(*) filter (where not is_spam), count(*) filter (where is_spam),
    max(created_at) filter (where not is_spam)
  from inserted group by form_id order by form_id
  on conflict (form_id) do update set
    submission_count = form_totals.submission_count + excluded.submission_count,
    spam_count = form_totals.spam_count + excluded.spam_count,
    last_submission_at = greatest(form_totals.last_submission_at, excluded.last_submission_at)
), counted as (
  select inserted.form_id, inserted.created_at at time zone 'UTC' as received_at, forms.user_id
  from inserted join forms on forms.id = inserted.form_id
  where not inserted.is_spam
), days as (
  insert into daily_form_counters (form_id, day, submission_count)
  select form_id, received_at::date, count(*) from counted group by 1, 2 order by 1, 2
  on conflict (form_id, day) do update set
    submission_count = daily_form_counters.submission_count + excluded.submission_count
), months as (
  insert into monthly_usage (user_id, month, submission_count)
  select user_id, date_trunc('month', received_at)::date, count(*) from counted group by 1, 2 order by 1, 2
  on conflict (user_id, month) do update set
    submission_count = monthly_usage.submission_count + excluded.submission_count
)
select form_id as "formId", count(*)::int as count from inserted group by form_id`;

/** How many submissions of a form were new. */
export interface InsertedCount {
  readonly formId: string;
  readonly count: number;
}

/** Stores submissions with their counters, all of them or none, and answers how many were new. */
export async function insertSubmissions(
  pool: Pool,
  submissions: readonly AcceptedSubmission[],
): Promise<InsertedCount[]> {
  const { rows } = await pool.query<InsertedCount>({
    name: 'insert-submissions',
    text: insertSql,
    values: [
      submissions.map(({ id }) => id),
      submissions.map(({ formId }) => formId),
      submissions.map(({ receivedAtMs }) => new Date(receivedAtMs).toISOString()),
      submissions.map(({ json }) => json),
      submissions.map(({ origin }) => origin),
      submissions.map(({ userAgent }) => userAgent),
      submissions.map(({ isSpam }) => isSpam),
      submissions.map(({ subject }) => subject),
      submissions.map(({ replyTo }) => replyTo),
    ],
  });
  return rows;
}

/** What is there from another moment is a repeat by its sender; from the same moment it is only delivered again. */
const repeatsSql = `
select r.user_id as "userId", to_char(r.created_at at time zone 'UTC', 'YYYY-MM') as month, count(*)::int as count
from unnest($1::uuid[], $2::uuid[], $3::timestamptz[]) as r(id, user_id, created_at)
join submissions on submissions.id = r.id
where submissions.created_at <> r.created_at
group by 1, 2`;

/** Repeats among submissions: each had a place reserved in its owner's month that it did not need. */
export async function findRepeats(pool: Pool, submissions: readonly AcceptedSubmission[]): Promise<QuotaReturn[]> {
  const counted = submissions.filter(({ isSpam }) => !isSpam);
  const { rows } = await pool.query<QuotaReturn>(repeatsSql, [
    counted.map(({ id }) => id),
    counted.map(({ userId }) => userId),
    counted.map(({ receivedAtMs }) => new Date(receivedAtMs).toISOString()),
  ]);
  return rows;
}
