import type { Prisma } from '@inlet/db/client';
import { isOpenSql } from '@inlet/submissions/open-form-sql';
import type { Pool } from 'pg';

interface AlertedForm {
  readonly formId: string;
  readonly name: string;
  readonly userId: string;
}
export interface SilentForm extends AlertedForm {
  readonly since: Date;
}
export interface SurgingForm extends AlertedForm {
  readonly today: number;
  readonly usual: number;
}

/** The days that define the usual rate. */
const usualDays = 28;
/** With random arrivals, such a silence is a coincidence once in a thousand times: e^-7. */
const expectedInSilence = 7;
/** A weekend is not a silence. */
const silentDaysMin = 3;
/** Ten times as much as usual, and more than a few. */
const surgeFactor = 10;
const surgeMin = 50;
/** Faults of a page that a mail names. */
const shownFaultsMax = 5;

/**
 * A silence starts with the last submission, or when the form opens after it; the usual rate is that of the four weeks
 * before the last submission. A form that takes nothing is not silent.
 */
const silence = {
  from: `
join form_totals on form_totals.form_id = forms.id
cross join lateral (select greatest(last_submission_at, opens_at) as quiet_since) as quiet
cross join lateral (
  select coalesce(sum(submission_count), 0) / ${usualDays} as per_day from daily_form_counters
  where form_id = forms.id and day > last_submission_at::date - ${usualDays} and day <= last_submission_at::date
) as usual`,
  isThere: `forms.is_active and ${isOpenSql('$1::timestamptz')}
  and quiet_since < $1::timestamptz - interval '${silentDaysMin} days'
  and per_day * extract(epoch from $1::timestamptz - quiet_since) / 86400 >= ${expectedInSilence}`,
};

/** Each silence causes one alert. */
const silentSql = `
select forms.id as "formId", forms.name, forms.user_id as "userId", last_submission_at as since
from notifications
join forms on forms.id = notifications.form_id
join users on users.id = forms.user_id ${silence.from}
where alerts_silence and (silence_alerted_at is null or silence_alerted_at < last_submission_at) and ${silence.isThere}
limit $2`;

/** After a month the owner knows. */
const silentOfAccountSql = `
select forms.id as "formId", last_submission_at as since from forms ${silence.from}
where user_id = $2 and ${silence.isThere} and quiet_since > $1::timestamptz - interval '30 days'
order by last_submission_at desc`;

/**
 * A form is compared with its own last four weeks, or with its age if that is shorter; a new form has no usual rate.
 */
const surgingSql = `
select forms.id as "formId", forms.name, forms.user_id as "userId", today.submission_count as today, per_day as usual
from notifications
join forms on forms.id = notifications.form_id
join users on users.id = forms.user_id
join daily_form_counters as today on today.form_id = forms.id and today.day = $1::date
cross join lateral (
  select coalesce(sum(submission_count), 0)::float / least(${usualDays}, $1::date - forms.created_at::date) as per_day
  from daily_form_counters where form_id = forms.id and day >= $1::date - ${usualDays} and day < $1::date
) as usual
where alerts_surge and (surge_alerted_at is null or surge_alerted_at < $1::date)
  and forms.created_at < $1::date - interval '7 days'
  and today.submission_count >= greatest(${surgeMin}, ${surgeFactor} * per_day)
limit $2`;

/** Silent forms whose owners enabled this alert. */
export async function findSilent(pool: Pool, now: Date, count: number): Promise<SilentForm[]> {
  return (await pool.query<SilentForm>(silentSql, [now, count])).rows;
}

/** An account's forms that have become silent within the last month, the latest first. */
export async function findSilentOf(pool: Pool, userId: string, now: Date) {
  return (await pool.query<Pick<SilentForm, 'formId' | 'since'>>(silentOfAccountSql, [now, userId])).rows;
}

/** Forms with a surge today, in UTC, whose owners enabled this alert. */
export async function findSurging(pool: Pool, now: Date, count: number): Promise<SurgingForm[]> {
  return (await pool.query<SurgingForm>(surgingSql, [now.toISOString().slice(0, 10), count])).rows;
}

/** A page whose weekly check-up has found faults after a good one. */
export interface BrokenForm extends AlertedForm {
  readonly since: Date;
  readonly url: string;
  readonly messages: readonly string[];
}

const brokenSql = `
select forms.id as "formId", forms.name, forms.user_id as "userId", turned_bad_at as since, checks.page_url as url,
  array(
    select finding ->> 'message' from json_array_elements(checks.findings) as finding
    where finding ->> 'level' = 'fault' limit ${shownFaultsMax}
  ) as messages
from form_check_settings as settings join forms on forms.id = settings.form_id
cross join lateral (
  select page_url, findings from form_checks as checked
  where checked.form_id = forms.id and is_weekly and checked.state = 'faults' order by created_at desc limit 1
) as checks
where turned_bad_at is not null and (alerted_at is null or alerted_at < turned_bad_at)
limit $1`;

/** Pages that turned bad, and whose owners have not been told. */
export async function findBroken(pool: Pool, count: number): Promise<BrokenForm[]> {
  return (await pool.query<BrokenForm>(brokenSql, [count])).rows;
}

/** Records an alert about a page; false if another process has done so. */
export async function noteBroken(
  tx: Prisma.TransactionClient,
  formId: string,
  since: Date,
  now: Date,
): Promise<boolean> {
  const where = { formId, OR: [{ alertedAt: null }, { alertedAt: { lt: since } }] };
  const { count } = await tx.formCheckSettings.updateMany({ where, data: { alertedAt: now } });
  return count === 1;
}

/** Records an alert; false if another process has done so. */
export async function noteAlert(
  tx: Prisma.TransactionClient,
  formId: string,
  column: 'silenceAlertedAt' | 'surgeAlertedAt',
  { before, now }: { readonly before: Date; readonly now: Date },
): Promise<boolean> {
  const where = { formId, OR: [{ [column]: null }, { [column]: { lt: before } }] };
  const { count } = await tx.notifications.updateMany({ where, data: { [column]: now } });
  return count === 1;
}
