import type { CheckFinding } from '@inlet/contracts/form-check';
import type { Rules } from '@inlet/contracts/rules';
import { isOpenSql } from '@inlet/submissions/open-form-sql';
import type { Pool } from 'pg';

/** A check-up that has begun, with its form. */
export interface RunningCheck {
  readonly id: string;
  readonly formId: string;
  readonly pageUrl: string;
  /** Milliseconds since its first worker began. */
  readonly ageMs: number;
  readonly endpointId: string;
  readonly allowedOrigins: string[];
  readonly takesFiles: boolean;
  readonly formName: string;
  readonly plan: string | null;
  readonly timeZone: string;
  readonly rules: Rules | null;
  /** The fields that conditions of its integrations, recipients and automatic answer name. */
  readonly routedFields: readonly string[];
}

const beginSql = `
with begun as (
  update form_checks set state = 'running', started_at = coalesce(started_at, now())
  where id = $1 and finished_at is null
  returning id, form_id, page_url, started_at
)
select begun.id, form_id as "formId", page_url as "pageUrl",
  (extract(epoch from now() - started_at) * 1000)::int as "ageMs", endpoint_id as "endpointId",
  allowed_origins as "allowedOrigins", takes_files as "takesFiles", forms.name as "formName", users.plan,
  time_zone as "timeZone", (select rules from form_rules where form_rules.form_id = forms.id) as rules,
  array(
    select distinct part ->> 'field' from (
      select conditions from targets where targets.form_id = forms.id
      union all select conditions from recipients where recipients.form_id = forms.id
      union all select reply_conditions from notifications where notifications.form_id = forms.id and auto_reply
    ) as routes, json_array_elements(coalesce(routes.conditions -> 'all', routes.conditions -> 'any')) as part
  ) as "routedFields"
from begun join forms on forms.id = form_id join users on users.id = forms.user_id`;

/** Begins a check-up, or takes one up that a worker left; undefined if it has ended. */
export async function beginCheck(pool: Pool, id: string): Promise<RunningCheck | undefined> {
  return (await pool.query<RunningCheck>(beginSql, [id])).rows[0];
}

/**
 * The owner wants to hear of a weekly check-up that finds faults after a good one of the same page. Faults that somebody
 * found in between by another check-up change nothing: no mail told the owner of them.
 */
const finishSql = `
with finished as (
  update form_checks set state = $2, findings = $3, finished_at = now() where id = $1 and finished_at is null
  returning form_id, page_url, is_weekly
)
update form_check_settings as settings set turned_bad_at = now() from finished
where settings.form_id = finished.form_id and settings.is_weekly and finished.is_weekly and $2 = 'faults' and (
  select state from form_checks as earlier
  where earlier.form_id = finished.form_id and earlier.page_url = finished.page_url and finished_at is not null
    and (earlier.is_weekly or state = 'good')
  order by created_at desc limit 1
) = 'good'`;

export async function finishCheck(
  pool: Pool,
  id: string,
  state: string,
  findings: readonly CheckFinding[],
): Promise<void> {
  await pool.query(finishSql, [id, state, JSON.stringify(findings)]);
}

const weeklySql = `
with due as (
  select form_id, page_url, forms.is_active and ${isOpenSql('now()')} as is_open
  from form_check_settings as settings join forms on forms.id = form_id
  where is_weekly and next_at <= now() and page_url is not null
  order by next_at limit $1 for update of settings skip locked
), moved as (
  update form_check_settings as settings set next_at = now() + interval '7 days'
  from due where settings.form_id = due.form_id
)
insert into form_checks (id, form_id, page_url, is_weekly)
select gen_random_uuid(), form_id, page_url, true from due where is_open
on conflict (form_id) where finished_at is null do nothing`;

/**
 * Adds the weekly check-ups that are due. One that is under way for the form is enough. A form that takes nothing is not
 * checked.
 */
export async function addWeekly(pool: Pool, limit: number): Promise<void> {
  await pool.query(weeklySql, [limit]);
}

export interface OpenCheck {
  readonly id: string;
  readonly state: 'waiting' | 'running';
  readonly waitedSeconds: number;
}

/** Check-ups that have not ended, the oldest first. */
export async function findOpen(pool: Pool, limit: number): Promise<OpenCheck[]> {
  const { rows } = await pool.query<OpenCheck>(
    `select id, state, extract(epoch from now() - coalesce(started_at, created_at))::float8 as "waitedSeconds"
     from form_checks where finished_at is null order by created_at limit $1`,
    [limit],
  );
  return rows;
}

export interface CheckedRecipient {
  readonly email: string;
  readonly state: 'active' | 'unconfirmed' | 'unsubscribed' | 'stopped';
}

/** Null if the form sends no mail. */
export async function findMailSettings(pool: Pool, formId: string): Promise<CheckedRecipient[] | null> {
  const { rows } = await pool.query<{ mode: string; email: string | null; state: CheckedRecipient['state'] }>(
    `select mode, recipients.email, case
         when unsubscribed_at is not null then 'unsubscribed'
         when confirmed_at is null then 'unconfirmed'
         when exists (
           select from suppressions where suppressions.email = recipients.email and scope = 'all'
         ) then 'stopped'
         else 'active' end as state
     from notifications left join recipients using (form_id)
     where form_id = $1 order by recipients.created_at, recipients.id`,
    [formId],
  );
  if (!rows[0] || rows[0].mode === 'off') return null;
  return rows.flatMap(({ email, state }) => (email === null ? [] : [{ email, state }]));
}

export interface CheckedTarget {
  readonly id: string;
  readonly name: string;
  readonly state: 'active' | 'paused' | 'disabled';
}

/** The targets that hear of new submissions. */
export async function findCheckedTargets(pool: Pool, formId: string, limit: number): Promise<CheckedTarget[]> {
  const { rows } = await pool.query<CheckedTarget>(
    `select id, name, state from targets where form_id = $1 and 'submission.created' = any (events)
     order by created_at, id limit $2`,
    [formId, limit],
  );
  return rows;
}
