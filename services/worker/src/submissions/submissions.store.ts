import { namedSql } from '@inlet/db/named-sql';
import { type AcceptedSubmission, packBatch } from '@inlet/submissions/batch';
import { type Changed, nothingChanged } from '@inlet/submissions/record-sql';
import type { Pool } from 'pg';
import { type Judgement, type Judgements, noJudgements } from '#spam/judge/judgements.ts';

/**
 * One statement: what is returned as inserted is what the counters move by, so they can never disagree. A row that is
 * there already is left alone, and a row whose form was deleted meanwhile goes with it. Each insert takes its rows in
 * the order of their keys, and the change is recorded after the rows and before the counters (the main query runs
 * before what stands beside it), so that two workers cannot wait for each other in a circle. Spam counts as nothing but
 * spam and bytes. The forms of a batch are read once, because it has a few forms and many rows. All rows are of one
 * half of an hour, `$hour` from 1 to 24, which the row of their day counts; `$hoursBefore` and `$hoursAfter` are the
 * empty hours around it in a new row. The second half is counted apart as well, for time zones that are half an hour
 * off. An origin that is no web address is somebody's text, which is not to outlive the submission: it counts as none.
 */
const insertSql = (isLate: boolean, checks = '') => `
with known as materialized (
  select id, user_id from forms where id = any($forms::uuid[])
), received as (
  select r.id, ($forms::uuid[])[r.form] as form_id, to_timestamp(r.received_at_ms / 1000.0) as created_at, r.data,
    ($origins::text[])[r.origin] as origin, ($userAgents::text[])[r.user_agent] as user_agent, x.is_spam, x.subject,
    x.reply_to, ($verdicts::text[])[x.verdict] as verdict, x.is_checking, x.token, x.address
  from rows from (
    unnest($ids::uuid[]), unnest($rowForms::int[]), unnest($receivedAtMs::bigint[]), unnest($rowOrigins::int[]),
    unnest($rowUserAgents::int[]), unnest(string_to_array($data, chr(30)))
  ) with ordinality as r(id, form, received_at_ms, origin, user_agent, data, row)
  left join unnest(
    $unusualRows::int[], $areSpam::bool[], $subjects::text[], $replyTos::text[], $rowVerdicts::int[],
    $areChecking::bool[], $tokens::text[], $addresses::text[]
  ) as x(row, is_spam, subject, reply_to, verdict, is_checking, token, address) on x.row = r.row
  join known on known.id = ($forms::uuid[])[r.form]
), inserted as (
  insert into submissions
    (id, form_id, created_at, data, origin, user_agent, is_spam, subject, reply_to, spam, checking_since)
  select id, form_id, created_at, data::json, origin, user_agent, coalesce(is_spam, false), subject, reply_to,
    verdict::json, case when is_checking then now() end
  from received order by id
  on conflict (id) do nothing
  returning id, form_id, created_at, is_spam, origin, checking_since, octet_length(data::text) as bytes
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
  select inserted.form_id, known.user_id, (inserted.created_at at time zone 'UTC')::date as day, inserted.origin,
    count(*) filter (where not is_spam) as count, count(*) filter (where is_spam) as spam, sum(bytes) as bytes
  from inserted join known on known.id = inserted.form_id
  group by 1, 2, 3, 4
), days as (
  insert into daily_form_counters (form_id, day, submission_count, spam_count, hours${isLate ? ', late_hours' : ''})
  select form_id, day, sum(count), sum(spam), $hoursBefore::int8[] || sum(count)::int8 || $hoursAfter::int8[]
    ${isLate ? ', array_fill(sum(count)::int4, array[1], array[$hour::int])' : ''}
  from counted group by 1, 2 order by 1, 2
  on conflict (form_id, day) do update set
    submission_count = daily_form_counters.submission_count + excluded.submission_count,
    spam_count = daily_form_counters.spam_count + excluded.spam_count,
    hours[$hour::int] = daily_form_counters.hours[$hour::int] + excluded.submission_count
    ${isLate ? ', late_hours[$hour::int] = coalesce(daily_form_counters.late_hours[$hour::int], 0) + excluded.submission_count' : ''}
), origins as (
  insert into daily_origin_counters (form_id, day, origin, submission_count)
  select form_id, day, case when origin ~ '^https?://[^[:space:]/?#]+$' then origin else '' end, sum(count)
  from counted where count > 0 group by 1, 2, 3 order by 1, 2, 3
  on conflict (form_id, day, origin) do update set
    submission_count = daily_origin_counters.submission_count + excluded.submission_count
), months as (
  insert into monthly_usage (user_id, month, submission_count, byte_count)
  select user_id, date_trunc('month', day)::date, sum(count), sum(bytes) from counted group by 1, 2 order by 1, 2
  on conflict (user_id, month) do update set
    submission_count = monthly_usage.submission_count + excluded.submission_count,
    byte_count = monthly_usage.byte_count + excluded.byte_count
)${checks}
select count(*)::int as count, record_changes(
  array_agg(case when is_spam then 'spam' when checking_since is not null then 'checking' else 'created' end),
  array_agg(inserted.id), array_agg(inserted.form_id), array_agg(known.user_id)
) as targets, case when (select count(*) from inserted) = cardinality($ids::uuid[]) then '{}'::uuid[] else array(
  select id from unnest($ids::uuid[]) as sent(id) except select id from inserted
) end as missing
from inserted join known on known.id = inserted.form_id`;

const checksSql = `, checks as (
  insert into spam_checks (submission_id, form_id, token, address, claim, due_at)
  select inserted.id, inserted.form_id, received.token, received.address, claims.claim, now()
  from inserted join received on received.id = inserted.id
  join unnest($checkedIds::uuid[], $claims::text[]) as claims(id, claim) on claims.id = inserted.id
  where checking_since is not null
)`;
/** Most batches have no checks, and do not pay for them; the first half of an hour does not pay for the second. */
const statements = [false, true].map((isLate) => {
  const half = isLate ? '-late' : '';
  return {
    plain: namedSql(`insert-submissions${half}`, insertSql(isLate)),
    withChecks: namedSql(`insert-submissions-with-checks${half}`, insertSql(isLate, checksSql)),
  } as const;
});

const halfHourMs = 1_800_000;
const zeros = Array<number>(24).fill(0);

export interface Inserted extends Changed {
  /** The ids of those that were there already, or whose form is gone. */
  readonly missing: readonly string[];
}

/**
 * Stores submissions with their counters and their change. Those of half an hour are stored all or none; hardly any
 * batch has more than one.
 */
export async function insertSubmissions(
  pool: Pick<Pool, 'query'>,
  submissions: readonly AcceptedSubmission[],
  judgements: Judgements = noJudgements,
): Promise<Inserted> {
  const halves = Map.groupBy(submissions, ({ receivedAtMs }) => Math.floor(receivedAtMs / halfHourMs));
  let all = nothingInserted;
  for (const [half, part] of halves) all = joinInserted(all, await insertHalfHour(pool, part, judgements, half % 48));
  return all;
}

export const nothingInserted: Inserted = { ...nothingChanged, missing: [] };

export function joinInserted(one: Inserted, other: Inserted): Inserted {
  return {
    count: one.count + other.count,
    targets: [...new Set([...one.targets, ...other.targets])],
    missing: [...one.missing, ...other.missing],
  };
}

async function insertHalfHour(
  pool: Pick<Pool, 'query'>,
  submissions: readonly AcceptedSubmission[],
  judgements: Judgements,
  half: number,
): Promise<Inserted> {
  const hour = half >> 1;
  const { plain, withChecks } = statements[half % 2] as (typeof statements)[number];
  const { forms, origins, userAgents, startMs, rows } = packBatch(submissions);
  // Verdicts are often the same, as in a flood of one text.
  const verdicts: string[] = [];
  const unusual = submissions.flatMap((submission, index) => {
    const { isSpam, subject, replyTo } = submission;
    const judgement = judgements.get(submission);
    if (!judgement && !isSpam && subject === null && replyTo === null) return [];
    const verdict = judgement ? positionOf(verdictText(judgement), verdicts) : 0;
    return [{ row: index + 1, submission, judgement, verdict, isChecking: judgement?.isChecking ?? false }];
  });
  const checked = unusual.filter(({ isChecking }) => isChecking).map(({ submission }) => submission);
  const needsChecks = checked.length > 0;
  const { rows: results } = await pool.query<Inserted>(
    (needsChecks ? withChecks : plain)({
      ids: list(rows.map(([id]) => id)),
      forms: forms.map(([formId]) => formId),
      origins,
      userAgents,
      rowForms: list(rows.map(([, form]) => form + 1)),
      receivedAtMs: list(rows.map(([, , afterMs]) => startMs + afterMs)),
      rowOrigins: list(rows.map(([, , , origin]) => origin + 1)),
      rowUserAgents: list(rows.map(([, , , , userAgent]) => userAgent + 1)),
      data: rows.map(([, , , , , json]) => json.replaceAll(separator, '\0')).join(separator),
      unusualRows: list(unusual.map(({ row }) => row)),
      areSpam: unusual.map(({ submission, judgement }) => judgement?.isSpam ?? submission.isSpam),
      subjects: unusual.map(({ submission }) => submission.subject),
      replyTos: unusual.map(({ submission }) => submission.replyTo),
      rowVerdicts: list(unusual.map(({ verdict }) => verdict)),
      areChecking: unusual.map(({ isChecking }) => isChecking),
      tokens: unusual.map(({ submission, isChecking }) => (isChecking ? submission.captchaToken : null)),
      addresses: unusual.map(({ submission, isChecking }) => (isChecking ? submission.address : null)),
      verdicts,
      hour: hour + 1,
      hoursBefore: list(zeros.slice(0, hour)),
      hoursAfter: list(zeros.slice(hour + 1)),
      checkedIds: checked.map(({ id }) => id),
      claims: checked.map(({ claim }) => claim ?? null),
    }),
  );
  return results[0] ?? nothingInserted;
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

/** Counted from one, as PostgreSQL does; zero is none. */
function positionOf(text: string | null, texts: string[]): number {
  if (text === null) return 0;
  return texts.indexOf(text) + 1 || texts.push(text);
}

/** Null where nothing was found. */
function verdictText({ verdict }: Judgement): string | null {
  return verdict.reasons.length > 0 ? JSON.stringify(verdict) : null;
}
