import type { QuotaRefund } from '@inlet/redis/quota';
import { type AcceptedSubmission, packBatch } from '@inlet/submissions/batch';
import { type Changed, nothingChanged } from '@inlet/submissions/record-sql';
import type { Pool } from 'pg';

/**
 * One statement: what is returned as inserted is what the counters move by, so they can never disagree. A row that
 * is there already is left alone, and a row whose form was deleted meanwhile goes with it. Each insert takes its rows
 * in the order of their keys, and the change is recorded after the rows and before the counters (the main query runs
 * before what stands beside it), so that two workers cannot wait for each other in a circle. Spam counts as nothing but
 * spam. An origin that is no web address is somebody's text, which is not to outlive the submission: it counts as none.
 */
const insertSql = `
with received as (
  select r.id, ($2::uuid[])[r.form] as form_id, to_timestamp(r.received_at_ms / 1000.0) as created_at, r.data,
    ($3::text[])[r.origin] as origin, ($4::text[])[r.user_agent] as user_agent, x.is_spam, x.subject, x.reply_to
  from rows from (
    unnest($1::uuid[]), unnest($5::int[]), unnest($6::bigint[]), unnest($7::int[]), unnest($8::int[]),
    unnest(string_to_array($9, chr(30)))
  ) with ordinality as r(id, form, received_at_ms, origin, user_agent, data, row)
  left join unnest($10::int[], $11::bool[], $12::text[], $13::text[]) as x(row, is_spam, subject, reply_to)
    on x.row = r.row
  join forms on forms.id = ($2::uuid[])[r.form]
), inserted as (
  insert into submissions (id, form_id, created_at, data, origin, user_agent, is_spam, subject, reply_to)
  select id, form_id, created_at, data::json, origin, user_agent, coalesce(is_spam, false), subject, reply_to
  from received order by id
  on conflict (id) do nothing
  returning id, form_id, created_at, is_spam, origin
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
  select inserted.form_id, forms.user_id, (inserted.created_at at time zone 'UTC')::date as day, inserted.origin,
    count(*) as count
  from inserted join forms on forms.id = inserted.form_id
  where not inserted.is_spam
  group by 1, 2, 3, 4
), days as (
  insert into daily_form_counters (form_id, day, submission_count)
  select form_id, day, sum(count) from counted group by 1, 2 order by 1, 2
  on conflict (form_id, day) do update set
    submission_count = daily_form_counters.submission_count + excluded.submission_count
), origins as (
  insert into daily_origin_counters (form_id, day, origin, submission_count)
  select form_id, day, case when origin ~ '^https?://[^[:space:]/?#]+$' then origin else '' end, sum(count)
  from counted group by 1, 2, 3 order by 1, 2, 3
  on conflict (form_id, day, origin) do update set
    submission_count = daily_origin_counters.submission_count + excluded.submission_count
), months as (
  insert into monthly_usage (user_id, month, submission_count)
  select user_id, date_trunc('month', day)::date, sum(count) from counted group by 1, 2 order by 1, 2
  on conflict (user_id, month) do update set
    submission_count = monthly_usage.submission_count + excluded.submission_count
)
select count(*)::int as count, record_changes(
  array_agg(case when is_spam then 'spam' else 'created' end), array_agg(inserted.id), array_agg(inserted.form_id),
  array_agg(forms.user_id)
) as targets
from inserted join forms on forms.id = inserted.form_id`;

/** Stores submissions with their counters and their change, all of them or none, and answers how many were new. */
export async function insertSubmissions(pool: Pool, submissions: readonly AcceptedSubmission[]): Promise<Changed> {
  const { forms, origins, userAgents, startMs, rows } = packBatch(submissions);
  const unusual = rows.flatMap(([, , , , , , extras], index) => (extras ? [{ row: index + 1, ...extras }] : []));
  const { rows: results } = await pool.query<Changed>({
    name: 'insert-submissions',
    text: insertSql,
    values: [
      list(rows.map(([id]) => id)),
      forms.map(([formId]) => formId),
      origins,
      userAgents,
      list(rows.map(([, form]) => form + 1)),
      list(rows.map(([, , afterMs]) => startMs + afterMs)),
      list(rows.map(([, , , origin]) => origin + 1)),
      list(rows.map(([, , , , userAgent]) => userAgent + 1)),
      rows.map(([, , , , , json]) => json.replaceAll(separator, '\0')).join(separator),
      unusual.map(({ row }) => row),
      unusual.map(({ spam = false }) => spam),
      unusual.map(({ subject = null }) => subject),
      unusual.map(({ replyTo = null }) => replyTo),
    ],
  });
  return results[0] ?? nothingChanged;
}

/**
 * Stands between the fields of two submissions: JSON holds it only escaped. Where it stands in what is no JSON, it
 * becomes the character that the database refuses, so that no text is ever taken for another submission's.
 */
const separator = '\x1e';

/**
 * PostgreSQL's way to write a list of what needs no quotes. The driver would look for something to quote in each item,
 * and a batch has thousands of them; for the same reason the fields go over as one text.
 */
function list(items: readonly (string | number)[]): string {
  return `{${items.join(',')}}`;
}

/** A row with another time is a repeat by the sender; one with the same time is a redelivery. */
const repeatsSql = `
select r.user_id as "userId", to_char(r.created_at at time zone 'UTC', 'YYYY-MM') as month, count(*)::int as count
from unnest($1::uuid[], $2::uuid[], $3::timestamptz[]) as r(id, user_id, created_at)
join submissions on submissions.id = r.id
where submissions.created_at <> r.created_at
group by 1, 2`;

/** Repeats among submissions: each took a place in its owner's month that it did not need. */
export async function findRepeats(pool: Pool, submissions: readonly AcceptedSubmission[]): Promise<QuotaRefund[]> {
  const counted = submissions.filter(({ isSpam }) => !isSpam);
  const { rows } = await pool.query<QuotaRefund>(repeatsSql, [
    counted.map(({ id }) => id),
    counted.map(({ userId }) => userId),
    counted.map(({ receivedAtMs }) => new Date(receivedAtMs).toISOString()),
  ]);
  return rows;
}
