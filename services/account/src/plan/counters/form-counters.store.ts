import type { Amounts, FormNumber } from '@inlet/contracts/quotas';
import { namedSql } from '@inlet/db/named-sql';
import type { WaitingOfForm } from '@inlet/queue/waiting-usage';
import type { Pool } from 'pg';

/** A change that a counter has already applied, although its row may not show it yet. */
interface Receipt {
  readonly formId: string;
  readonly receipt: string;
}

/**
 * One statement, so that all parts are from the same moment. The stored submissions of every day since the creation of
 * the form count, and those that were set aside. A waiting job holds what it took; once it is stored, its row shows
 * what must still be returned.
 */
const countedSql = namedSql(
  'counted-of-forms',
  `with asked as (
    select forms.id as form_id, max_submissions_version as version
    from unnest($forms::uuid[], $versions::int[]) as asked(form_id, version)
    join forms on forms.id = asked.form_id and forms.max_submissions_version = asked.version
    where max_submissions is not null
  ), parts as (
    select form_id, submission_count as submissions from daily_form_counters where form_id = any($forms)
    union all
    select form_id, past_count from form_totals where form_id = any($forms)
    union all
    select form_id, submissions from dead_submissions where form_id = any($forms)
    union all
    select form_id, submissions from unnest($jobs::text[], $jobForms::uuid[], $jobSubmissions::int8[])
      as waiting(job, form_id, submissions)
    where not exists (select from stored_batches where stored_batches.job = waiting.job)
    union all
    select part."formId", part.submissions
    from stored_batches cross join json_to_recordset(form_refunds) as part("formId" uuid, submissions int8)
    where form_refunds is not null and not exists (
      select from unnest($receiptForms::uuid[], $receipts::text[]) as done(form_id, receipt)
      where done.form_id = part."formId" and done.receipt = job
    )
  )
  select asked.form_id as "formId", version, greatest(0, coalesce(sum(submissions), 0))::int8 as submissions, 0 as bytes
  from asked left join parts on parts.form_id = asked.form_id group by asked.form_id, version`,
);

export interface CountedWith {
  readonly waiting: readonly WaitingOfForm[];
  readonly receipts: readonly Receipt[];
}

/** What the counters of forms should show. A form that has no number, or another one by now, is left out. */
export async function readCounted(
  pool: Pool,
  names: readonly FormNumber[],
  { waiting, receipts }: CountedWith,
): Promise<(FormNumber & Amounts)[]> {
  const { rows } = await pool.query<FormNumber & Amounts>(
    countedSql({
      forms: names.map(({ formId }) => formId),
      versions: names.map(({ version }) => version),
      jobs: waiting.map(({ job }) => job),
      jobForms: waiting.map(({ formId }) => formId),
      jobSubmissions: waiting.map(({ submissions }) => submissions),
      receiptForms: receipts.map(({ formId }) => formId),
      receipts: receipts.map(({ receipt }) => receipt),
    }),
  );
  return rows;
}

/** The lanes of the forms' accounts, in the order of the names; undefined for a form that is gone. */
export async function findLanesOfForms(pool: Pool, names: readonly FormNumber[]): Promise<(number | undefined)[]> {
  const { rows } = await pool.query<{ id: string; lane: number }>(
    'select forms.id, lane from forms join users on users.id = user_id where forms.id = any($1::uuid[])',
    [names.map(({ formId }) => formId)],
  );
  const lanes = new Map(rows.map(({ id, lane }) => [id, lane]));
  return names.map(({ formId }) => lanes.get(formId));
}

const isInLane = (lane: number | null, value: string) =>
  lane === null ? '' : `and (select lane from users where users.id = user_id) = ${value}`;
const valuesOf = (lane: number | null) => (lane === null ? [] : [lane]);

/** Forms with pending refunds, whose counters must exist to take them, of one lane or of all. */
export async function findFormsWithRefunds(pool: Pool, limit: number, lane: number | null): Promise<FormNumber[]> {
  const { rows } = await pool.query<FormNumber>(
    `select distinct forms.id as "formId", max_submissions_version as version
     from stored_batches cross join json_to_recordset(form_refunds) as part("formId" uuid)
     join forms on forms.id = part."formId"
     where form_refunds is not null and max_submissions is not null ${isInLane(lane, '$2')} limit $1`,
    [limit, ...valuesOf(lane)],
  );
  return rows;
}

/** Some forms with a number, in the order of their ids. */
export async function findFormsWithNumber(
  pool: Pool,
  { after, limit, lane }: { readonly after: string; readonly limit: number; readonly lane: number | null },
): Promise<FormNumber[]> {
  const { rows } = await pool.query<FormNumber>(
    `select id as "formId", max_submissions_version as version from forms
     where max_submissions is not null and id > $1 ${isInLane(lane, '$3')} order by id limit $2`,
    [after, limit, ...valuesOf(lane)],
  );
  return rows;
}
