import type { FieldRoles } from '@inlet/contracts/field-choice';
import { type PresetKey, presets } from '@inlet/contracts/presets/all-presets';
import type { Preset, Template } from '@inlet/contracts/presets/preset';
import type { Pool } from 'pg';

/** A target with what a round needs to know. */
export interface LoadedTarget {
  readonly id: string;
  readonly formId: string;
  readonly formName: string;
  /** Null where the form's owner chose none. */
  readonly fieldRoles: FieldRoles | null;
  /** The plan of its account. */
  readonly plan: string | null;
  /** The lane of its account. */
  readonly lane: number;
  readonly kind: PresetKey;
  readonly sealed: Buffer;
  readonly oldSecretUntil: Date | null;
  readonly fields: readonly string[];
  readonly template: Template | null;
  /** The conditions of a delivery as JSON text; null for always. */
  readonly conditions: string | null;
  readonly order: 'best_effort' | 'strict';
  /** Requests per second: the limit of its owner, or else of its service. */
  readonly rate: number | null;
  readonly state: 'active' | 'paused' | 'disabled';
  readonly failureStreak: number;
  /** It fails or takes long, so its rounds have slots apart. */
  readonly isSlow: boolean;
  readonly nextAttemptAt: Date | null;
  readonly hasReplay: boolean;
}

const loadSql = `
select targets.id, form_id as "formId", forms.name as "formName", field_roles as "fieldRoles", users.plan, users.lane, kind, sealed,
  old_secret_until as "oldSecretUntil", fields, template, targets.conditions::text as conditions,
  "order", rate, state, failure_streak as "failureStreak",
  failure_streak > 0 or takes_long as "isSlow", next_attempt_at as "nextAttemptAt",
  exists (select from replays where target_id = targets.id and replays.state = 'running') as "hasReplay"
from targets join forms on forms.id = form_id join users on users.id = forms.user_id
where targets.id = $1`;

export async function loadTarget(pool: Pool, targetId: string): Promise<LoadedTarget | undefined> {
  const { rows } = await pool.query<LoadedTarget>({ name: 'load-target', text: loadSql, values: [targetId] });
  const [target] = rows;
  if (!target) return undefined;
  const { perSecond }: Preset = presets[target.kind];
  return { ...target, rate: target.rate ?? perSecond ?? null };
}

/** Disables a target whose account has no webhooks any more, and tells account. */
export async function disableForPlan(pool: Pool, targetId: string, now: Date): Promise<void> {
  await pool.query(
    `with disabled as (
       update targets set state = 'disabled', state_reason = 'plan', stopped_at = $2 where id = $1 and state = 'active'
       returning id
     )
     insert into outbox (topic, key) select 'target-disabled', id::text from disabled`,
    [targetId, now],
  );
}

/** A target without any success for this long is disabled. */
const failingDaysMax = 3;

export const failsTooLong = (now: string) => `failing_since <= ${now}::timestamptz - interval '${failingDaysMax} days'`;

/** A delivery that waits or failed shows that the failures still matter. */
const disableSql = `
with disabled as (
  update targets set state = 'disabled', state_reason = 'failing', stopped_at = $1
  where state = 'active' and ${failsTooLong('$1')} and exists (select from deliveries where target_id = targets.id)
  returning id
)
insert into outbox (topic, key) select 'target-disabled', id::text from disabled`;

/**
 * Disables the targets that have failed for too long and make no attempt that would show it, such as one in strict
 * order behind its last attempt. Answers how many.
 */
export async function disableFailing(pool: Pool, now: Date): Promise<number> {
  return (await pool.query(disableSql, [now])).rowCount ?? 0;
}

/** Makes no attempt before this time. */
export async function holdTarget(pool: Pool, targetId: string, until: Date): Promise<void> {
  await pool.query('update targets set next_attempt_at = $2 where id = $1', [targetId, until]);
}

/**
 * Every target that has deliveries, by one look into an index for each, however many deliveries it has. To be put
 * behind `with recursive`.
 */
export const waitingTargetsSql = `
waiting (target_id) as (
  (select target_id from deliveries order by target_id limit 1)
  union all
  select (
    select later.target_id from deliveries as later where later.target_id > waiting.target_id
    order by later.target_id limit 1
  ) from waiting where waiting.target_id is not null
)`;

const dueSql = `
with recursive ${waitingTargetsSql}, wanted as (
  select target_id from waiting where target_id is not null
  union
  select target_id from replays where state = 'running'
)
select id, failure_streak > 0 or takes_long as "isSlow"
from wanted join targets on targets.id = wanted.target_id
where targets.state = 'active' and (next_attempt_at is null or next_attempt_at <= $1) and (
  exists (
    select from replays
    where target_id = targets.id and replays.state = 'running' and (
      cursor_at is null or cursor_at < to_at
      -- What waits for another attempt ends the replay when it is delivered.
      or not exists (select from deliveries where target_id = targets.id and deliveries.state = 'due')
    )
  )
  or case when "order" = 'strict' then (
    select first.state = 'due' and first.due_at <= $1 from deliveries as first
    where first.target_id = targets.id order by first.id limit 1
  ) else exists (
    select from deliveries where target_id = targets.id and deliveries.state = 'due' and due_at <= $1
  ) end
)`;

export interface DueTarget {
  readonly id: string;
  readonly isSlow: boolean;
}

/** Active targets with something to deliver at this time. */
export async function findDueTargets(pool: Pool, now: Date): Promise<DueTarget[]> {
  const { rows } = await pool.query<DueTarget>(dueSql, [now]);
  return rows;
}

export interface WaitingDeliveries {
  readonly waiting: number;
  readonly oldestSeconds: number;
  readonly disabled: number;
}

/** Deliveries of a target that are counted at most. */
const countMax = 10_000;

/** What is due longest counts for active targets only, for the others are stopped by their owners. */
const measureSql = `
with recursive ${waitingTargetsSql}, known as (
  select id, targets.state = 'active' as is_active from waiting join targets on id = target_id
)
select coalesce(sum(counted.count), 0)::int as waiting,
  coalesce(extract(epoch from now() - min(oldest.due_at) filter (where is_active)), 0)::float8 as "oldestSeconds",
  (select count(*)::int from targets where state = 'disabled' and state_reason <> 'plan') as disabled
from known
cross join lateral (
  select count(*) as count from (
    select from deliveries where target_id = known.id and deliveries.state = 'due' limit ${countMax}
  ) as due
) as counted
left join lateral (
  select due_at from deliveries where target_id = known.id and deliveries.state = 'due' and due_at <= now()
  order by due_at limit 1
) as oldest on true`;

export async function measureWaiting(pool: Pool): Promise<WaitingDeliveries> {
  const { rows } = await pool.query<WaitingDeliveries>(measureSql);
  return rows[0] ?? { waiting: 0, oldestSeconds: 0, disabled: 0 };
}
