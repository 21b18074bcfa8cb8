import type { CaptchaProvider, SpamVerdict } from '@inlet/contracts/spam';
import { type Changed, recordSql } from '@inlet/submissions/record-sql';
import type { Pool } from 'pg';

/** A submission for a remote service to judge, with the data that it needs. */
export interface TakenCheck {
  readonly submissionId: string;
  readonly formId: string;
  readonly token: string | null;
  readonly address: string | null;
  /** The name of its idempotency key's claim. */
  readonly claim: string | null;
  /** The number of attempts, including this one. */
  readonly attempts: number;
  readonly ageSeconds: number;
  /** True if it was settled as spam, but its quota and its key are not released yet. */
  readonly isCaught: boolean;
  /** Null if the submission is deleted. */
  readonly userId: string | null;
  readonly data: string;
  readonly origin: string | null;
  readonly userAgent: string | null;
  readonly verdict: SpamVerdict | null;
  readonly threshold: number | null;
  readonly captcha: CaptchaProvider | null;
  readonly sealed: Buffer | null;
}

/** How long other workers leave a taken check alone: a multiple of a service's timeout. */
const takenForSeconds = 15;

const takeSql = `
with due as (
  select submission_id from spam_checks where due_at <= now() order by due_at limit $1 for update skip locked
), taken as (
  update spam_checks set attempts = attempts + 1, due_at = now() + interval '${takenForSeconds} seconds'
  from due where spam_checks.submission_id = due.submission_id
  returning spam_checks.*
)
select taken.submission_id as "submissionId", taken.form_id as "formId", token, address, claim, attempts,
  extract(epoch from now() - taken.created_at)::float8 as "ageSeconds", is_caught as "isCaught",
  case when submissions.id is not null then forms.user_id end as "userId",
  submissions.data::text as data, origin, user_agent as "userAgent", spam as verdict, threshold, captcha, sealed
from taken
left join submissions on submissions.id = taken.submission_id and submissions.form_id = taken.form_id
left join forms on forms.id = taken.form_id
left join spam_settings on spam_settings.form_id = taken.form_id`;

/** Takes due checks, the oldest first. */
export async function takeChecks(pool: Pool, limit: number): Promise<TakenCheck[]> {
  return (await pool.query<TakenCheck>(takeSql, [limit])).rows;
}

export interface Settlement {
  readonly formId: string;
  readonly submissionId: string;
  readonly verdict: SpamVerdict;
  readonly isSpam: boolean;
}

/**
 * The end of a check, once: a submission that its owner has marked or deleted meanwhile stays as it is. Spam is counted
 * as if it had come as spam, and its place in the month is to be given back. Where its half hour has no count, a worker
 * of the previous release counted it, in its hour. Its check stays until its key is free again. The order of the locks is
 * that of the statement that stores.
 */
const settleSql = `
with settled as (
  update submissions set checking_since = null, spam = $3::json, is_spam = $4
  where id = $2 and form_id = $1 and checking_since is not null and not is_spam
  returning id, is_spam, origin, created_at, (created_at at time zone 'UTC')::date as day,
    floor(date_part('epoch', created_at) / 1800)::int % 48 as half
), totals as (
  update form_totals set submission_count = greatest(0, submission_count - 1), spam_count = spam_count + 1
  from settled where form_id = $1 and is_spam
), days as (
  update daily_form_counters as counters set submission_count = greatest(0, submission_count - 1),
    spam_count = spam_count + 1, half_hours[half + 1] = greatest(0, counters.half_hours[half + 1] - 1),
    hours[half / 2 + 1] = greatest(0, counters.hours[half / 2 + 1] - (counters.half_hours[half + 1] = 0)::int),
    late_hours[half / 2 + 1] = greatest(
      0, counters.late_hours[half / 2 + 1] - (half % 2 = 1 and counters.half_hours[half + 1] = 0)::int
    )
  from settled where form_id = $1 and counters.day = settled.day and is_spam
), origins as (
  update daily_origin_counters as counters set submission_count = greatest(0, submission_count - 1)
  from settled where form_id = $1 and counters.day = settled.day and is_spam
    and counters.origin = case when settled.origin ~ '^https?://[^[:space:]/?#]+$' then settled.origin else '' end
), months as (
  update monthly_usage as usage set submission_count = greatest(0, submission_count - 1)
  from settled, forms where forms.id = $1 and usage.user_id = forms.user_id
    and usage.month = date_trunc('month', settled.day)::date and is_spam
), ended as (
  delete from spam_checks where submission_id = $2 and not exists (select from settled where is_spam)
), caught as (
  update spam_checks set is_caught = true, token = null, address = null
  from settled where submission_id = $2 and settled.is_spam
), refunds as (
  insert into stored_batches (job, lane, refunds, refunded_at, form_refunds)
  select 'check:' || settled.id, users.lane, json_build_array(json_build_object('userId', forms.user_id,
    'month', to_char(settled.created_at at time zone 'UTC', 'YYYY-MM'), 'submissions', 1, 'bytes', 0)), null,
    case when forms.max_submissions is not null
      then json_build_array(json_build_object('formId', forms.id, 'submissions', 1)) end
  from settled, forms join users on users.id = forms.user_id where forms.id = $1 and is_spam
  on conflict (job) do nothing
)
select count(*)::int as count,
  ${recordSql(`case when settled.is_spam then 'caught' else 'passed' end`, 'settled')} as targets
from settled`;

/** Settles a check; the count is 0 if there was nothing left to settle. */
export async function settleCheck(pool: Pool, { formId, submissionId, verdict, isSpam }: Settlement): Promise<Changed> {
  const shown = verdict.reasons.length > 0 ? JSON.stringify(verdict) : null;
  const { rows } = await pool.query<Changed>({
    name: 'settle-spam-check',
    text: settleSql,
    values: [formId, submissionId, shown, isSpam],
  });
  const [settled] = rows;
  if (!settled) throw new Error('A count without a row');
  return settled;
}

export async function endCheck(pool: Pool, submissionId: string): Promise<void> {
  await pool.query('delete from spam_checks where submission_id = $1', [submissionId]);
}
