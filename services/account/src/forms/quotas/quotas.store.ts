import { type RunSql, runOn } from '@inlet/db/run-sql';
import type { WaitingSubmission } from '@inlet/queue/waiting-submissions';
import type { QuotaName } from '@inlet/redis/balances';
import type { Reservation } from '@inlet/redis/quota-reservations';
import type { Pool } from 'pg';
import { lockCount } from '#forms/usage/usage.store.ts';

/** A row of `quotas`, and beside it what it is judged by. */
export interface QuotaRow {
  readonly lease: number;
  /** Spent before the lease. */
  readonly base: number;
  readonly granted: number;
  readonly direct: number;
  readonly limitGiven: number;
  /** In the month, by either path. */
  readonly stored: number;
  readonly plan: string | null;
}

const key = 'user_id = $1 and period = $2 and resource = $3';
const valuesOf = ({ userId, month, resource }: QuotaName) => [userId, month, resource];

/** Locks a quota; null if there is no such account. */
export async function lockQuota(run: RunSql, name: QuotaName): Promise<QuotaRow | null> {
  await run(
    `insert into quotas (user_id, period, resource) select id, $2, $3 from users where id = $1 on conflict do nothing`,
    valuesOf(name),
  );
  await run(`select from quotas where ${key} for update`, valuesOf(name));
  // A statement of its own sees what the one before has waited for.
  const [row] = await run<QuotaRow>(
    `select lease, base, granted, direct, limit_given as "limitGiven", plan, stored_in_period($1, $2, $3) as stored
     from quotas join users on users.id = user_id where ${key}`,
    valuesOf(name),
  );
  return row ?? null;
}

export async function saveQuota(
  run: RunSql,
  name: QuotaName,
  { lease, base, granted, limitGiven }: Omit<QuotaRow, 'stored' | 'plan' | 'direct'>,
): Promise<void> {
  await run(`update quotas set lease = $4, base = $5, granted = $6, limit_given = $7 where ${key}`, [
    ...valuesOf(name),
    lease,
    base,
    granted,
    limitGiven,
  ]);
}

/**
 * One statement, so that a submission which is stored meanwhile is counted on one side and not on both. What waits
 * counts until its place is either counted as stored or given back: a repeat of a row that is there already, what was
 * stored directly too, and what was stored as spam, have a place of their own until the worker gives that back, as a
 * remote check does later.
 */
const spentSql = `
select (
  stored_in_period($1, $2, $3) - coalesce((select direct from quotas where ${key}), 0)
  + coalesce((
      select sum(waiting.amount) from unnest($4::uuid[], $5::timestamptz[], $6::bigint[]) as waiting(id, created_at, amount)
      where not exists (
        select from submissions where submissions.id = waiting.id and submissions.created_at = waiting.created_at
          and ($3 = 'bytes' or not is_spam or marked_at is not null)
          and not exists (select from direct_batches where ids @> array[waiting.id])
      )
    ), 0)
  + (select count(*) from spam_checks join forms on forms.id = spam_checks.form_id
     join submissions on submissions.id = submission_id
     where $3 = 'submissions' and is_caught and forms.user_id = $1
       and to_char(submissions.created_at at time zone 'UTC', 'YYYY-MM') = $2)
  + (select coalesce(sum(tickets.amount), 0) from unnest($7::text[], $8::bigint[]) as tickets(ticket, amount)
     where $3 = 'submissions' and case when tickets.ticket::xid8 < pg_snapshot_xmax(pg_current_snapshot())
       then pg_xact_status(tickets.ticket::xid8) = 'aborted' end)
)::bigint as count`;

/**
 * What an account has spent of a month through Redis, found without Redis's balance. It waits for transactions that are
 * taking places; the places of one that failed are still to be given back.
 */
export async function countSpent(
  run: RunSql,
  name: QuotaName,
  waiting: readonly WaitingSubmission[],
  reservations: readonly Reservation[],
): Promise<number> {
  await lockCount(run, name.userId);
  const counted = waiting.filter(({ isSpam }) => name.resource === 'bytes' || !isSpam);
  const ours = reservations.filter(({ userId, month }) => userId === name.userId && month === name.month);
  const [row] = await run<{ count: number }>(spentSql, [
    ...valuesOf(name),
    counted.map(({ id }) => id),
    counted.map(({ receivedAtMs }) => new Date(receivedAtMs).toISOString()),
    counted.map(({ bytes }) => (name.resource === 'bytes' ? bytes : 1)),
    ours.map(({ ticket }) => ticket),
    ours.map(({ count }) => count),
  ]);
  return Math.max(0, row?.count ?? 0);
}

/** Accounts that are looked for in one go. */
export const ownersAtOnce = 100;

/**
 * Accounts whose plan allows another number than their quotas were granted from; of those that are named, also without
 * any.
 */
const changedSql = `
select distinct users.id as "userId"
from users
left join quotas on quotas.user_id = users.id and period = $1 and lease > 0
left join unnest($2::text[], $3::bigint[], $4::bigint[]) as plans(plan, submissions, bytes) on plans.plan = users.plan
where case when $7::uuid[] is null then lease is not null else users.id = any($7) end and limit_given is distinct from
  case resource when 'bytes' then coalesce(plans.bytes, $6) else coalesce(plans.submissions, $5) end
limit ${ownersAtOnce}`;

/** Accounts that have used the month before or the running one, and have no quota of this month in Redis yet. */
const ungrantedSql = `
select user_id as "userId" from (
  select user_id from quotas where period = $2 union select user_id from monthly_usage where month = ($2 || '-01')::date
) as active
where not exists (
  select from quotas where quotas.user_id = active.user_id and period = $1 and resource = 'bytes' and lease > 0
) and exists (select from users where users.id = user_id)
limit ${ownersAtOnce}`;

interface Owner {
  readonly userId: string;
}

export interface PlanLimitRows {
  readonly plans: readonly string[];
  readonly submissions: readonly number[];
  readonly bytes: readonly number[];
  /** Of every other plan. */
  readonly others: readonly [submissions: number, bytes: number];
}

export async function findChanged(
  pool: Pool,
  month: string,
  { plans, submissions, bytes, others }: PlanLimitRows,
  userIds: readonly string[] | null,
): Promise<string[]> {
  const rows = await runOn(pool)<Owner>(changedSql, [month, plans, submissions, bytes, ...others, userIds]);
  return rows.map(({ userId }) => userId);
}

export async function findUngranted(pool: Pool, month: string, activeIn: string): Promise<string[]> {
  return (await runOn(pool)<Owner>(ungrantedSql, [month, activeIn])).map(({ userId }) => userId);
}
