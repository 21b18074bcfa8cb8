import { namedSql } from '@inlet/db/named-sql';
import { type AcceptedSubmission, packBatch } from '@inlet/submissions/batch';
import { type Changed, nothingChanged } from '@inlet/submissions/record-sql';
import type { Pool } from 'pg';
import { type Judgement, type Judgements, noJudgements } from '#spam/judge/judgements.ts';

const halfHours = Array.from({ length: 48 }, (_, half) => half);
/** The elements of `half_hours`. Written out, they cost less than a subquery for each form. */
const countedHalfHours = halfHours.map((half) => `coalesce(sum(count) filter (where half = ${half}), 0)`);
const addedHalfHours = halfHours.map((half) => `days.half_hours[${half + 1}] + excluded.half_hours[${half + 1}]`);

/**
 * One statement: the counters are updated by the inserted rows it returns, so they can never disagree. An existing row
 * is left alone, and a row whose form was deleted meanwhile is dropped. Each insert takes its rows in key order, and
 * the change is recorded after the rows and before the counters (the main query runs before the data-modifying parts
 * that follow), so that two workers cannot deadlock. Spam only counts as spam and in bytes. Changes and deliveries
 * follow the order of receipt. The forms of a batch are read once, because it has few forms and many rows. An origin
 * that is not a web address is visitor input, which must not outlive the submission: it is not counted.
 */
const insertSql = namedSql(
  'insert-submissions',
  `
with known as materialized (
  select id, user_id from forms where id = any($forms::uuid[])
), received as (
  select r.id, ($forms::uuid[])[r.form] as form_id, to_timestamp(r.received_at_ms / 1000.0) as created_at, r.data,
    ($origins::text[])[r.origin] as origin, ($userAgents::text[])[r.user_agent] as user_agent, x.is_spam, x.subject,
    x.reply_to, x.verdict, x.is_checking, x.rule_errors, x.visitor_language,
    ($rulesVersions::int[])[r.form] as rules_version
  from rows from (
    unnest($ids::uuid[]), unnest($rowForms::int[]), unnest($receivedAtMs::bigint[]), unnest($rowOrigins::int[]),
    unnest($rowUserAgents::int[]), unnest(string_to_array($data, chr(30)))
  ) with ordinality as r(id, form, received_at_ms, origin, user_agent, data, row)
  left join unnest(
    $unusualRows::int[], $areSpam::bool[], $subjects::text[], $replyTos::text[], $verdicts::json[], $areChecking::bool[],
    $ruleErrors::json[], $visitorLanguages::text[]
  ) as x(row, is_spam, subject, reply_to, verdict, is_checking, rule_errors, visitor_language) on x.row = r.row
  join known on known.id = ($forms::uuid[])[r.form]
), inserted as (
  insert into submissions
    (id, form_id, created_at, data, origin, user_agent, is_spam, subject, reply_to, spam, checking_since, rule_errors,
      rules_version, visitor_language)
  select id, form_id, created_at, data::json, origin, user_agent, coalesce(is_spam, false), subject, reply_to,
    verdict, case when is_checking then now() end, rule_errors, rules_version,
    visitor_language
  from received order by id
  on conflict (id) do nothing
  returning id, form_id, created_at, is_spam, origin, checking_since, octet_length(data::text) as bytes
), checks as (
  insert into spam_checks (submission_id, form_id, token, address, claim, due_at)
  select id, form_id, token, address, claim, now()
  from inserted join unnest($checkedIds::uuid[], $tokens::text[], $addresses::text[], $claims::text[])
    as checked(id, token, address, claim) using (id)
  where checking_since is not null
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
  select inserted.form_id, known.user_id, (inserted.created_at at time zone 'UTC')::date as day,
    floor(date_part('epoch', inserted.created_at) / 1800)::int % 48 as half, inserted.origin, sum(bytes) as bytes,
    (count(*) filter (where not is_spam))::int as count, (count(*) filter (where is_spam))::int as spam
  from inserted join known on known.id = inserted.form_id
  group by 1, 2, 3, 4, 5
), days as (
  insert into daily_form_counters as days (form_id, day, submission_count, spam_count, half_hours)
  select form_id, day, sum(count), sum(spam), array[${countedHalfHours}]
  from counted group by 1, 2 order by 1, 2
  on conflict (form_id, day) do update set
    submission_count = days.submission_count + excluded.submission_count,
    spam_count = days.spam_count + excluded.spam_count,
    half_hours = array[${addedHalfHours}]
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
)
select count(*)::int as count, record_changes(
  array_agg(case when is_spam then 'spam' when checking_since is not null then 'checking' else 'created' end
    order by created_at, inserted.id),
  array_agg(inserted.id order by created_at, inserted.id),
  array_agg(inserted.form_id order by created_at, inserted.id),
  array_agg(known.user_id order by created_at, inserted.id)
) as targets, case when (select count(*) from inserted) = cardinality($ids::uuid[]) then '{}'::uuid[] else array(
  select id from unnest($ids::uuid[]) as sent(id) except select id from inserted
) end as missing
from inserted join known on known.id = inserted.form_id`,
);

export interface Inserted extends Changed {
  /** Ids of submissions that already existed, or whose form is deleted. */
  readonly missing: readonly string[];
}

/** Stores submissions with their counters and their change, all or none. */
export async function insertSubmissions(
  pool: Pick<Pool, 'query'>,
  submissions: readonly AcceptedSubmission[],
  judgements: Judgements = noJudgements,
): Promise<Inserted> {
  if (submissions.length === 0) return nothingInserted;
  const { forms, origins, userAgents, startMs, rows, rulesVersions } = packBatch(submissions);
  const unusual = submissions.flatMap((submission, index) => {
    const { isSpam, subject, replyTo, ruleErrors, visitorLanguage } = submission;
    const judgement = judgements.get(submission);
    const isPlain = (subject ?? replyTo ?? ruleErrors ?? visitorLanguage ?? null) === null;
    const isUsual = !judgement && !isSpam && isPlain;
    return isUsual ? [] : [{ row: index + 1, submission, judgement }];
  });
  const checked = submissions.filter((submission) => judgements.get(submission)?.isChecking);
  const { rows: results } = await pool.query<Inserted>(
    insertSql({
      ids: list(rows.map(([id]) => id)),
      forms: forms.map(([formId]) => formId),
      rulesVersions: forms.map((_, form) => knownVersion(rulesVersions?.[form])),
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
      verdicts: unusual.map(({ judgement }) => verdictText(judgement)),
      areChecking: unusual.map(({ judgement }) => judgement?.isChecking ?? false),
      ruleErrors: unusual.map(({ submission }) => submission.ruleErrors ?? null),
      visitorLanguages: unusual.map(({ submission }) => submission.visitorLanguage ?? null),
      checkedIds: checked.map(({ id }) => id),
      tokens: checked.map(({ captchaToken }) => captchaToken),
      addresses: checked.map(({ address }) => address),
      claims: checked.map(({ claim }) => claim),
    }),
  );
  return results[0] ?? nothingInserted;
}

export const nothingInserted: Inserted = { ...nothingChanged, missing: [] };

export function joinInserted(one: Inserted, other: Inserted): Inserted {
  return {
    count: one.count + other.count,
    targets: [...new Set([...one.targets, ...other.targets])],
    missing: [...one.missing, ...other.missing],
  };
}

/**
 * Separates the fields of two submissions: JSON contains it only escaped. In invalid JSON it is replaced by a character
 * that the database refuses, so that a text is never attributed to another submission.
 */
const separator = '\x1e';

/**
 * PostgreSQL's notation for a list of values that need no quotes. The driver would check each item for quoting, and a
 * batch has thousands of them; for the same reason, all fields are sent as one text.
 */
function list(items: readonly (string | number)[]): string {
  return `{${items.join(',')}}`;
}

/** A batch writes a number below zero where no rules judged a form's submissions. */
function knownVersion(version = -1): number | null {
  return version < 0 ? null : version;
}

/** Null if there is no judgement. */
function verdictText(judgement: Judgement | undefined): string | null {
  return judgement && judgement.verdict.reasons.length > 0 ? JSON.stringify(judgement.verdict) : null;
}
