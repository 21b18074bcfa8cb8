import type { Prisma } from '@inlet/db/client';
import type { Pool } from 'pg';

/** An account is deleted after this many months without use. */
const idleMonths = 12;
/** Days in advance of the two warnings to the owner. */
const warnedDays = 30;
const remindedDays = 7;

/** The due step for an idle account: the first mail, the second one, or its deletion. */
export type IdleStep = 'warn' | 'remind' | 'end';

export interface IdleAccount {
  readonly userId: string;
  /** When it ends unless somebody uses it. */
  readonly endsAt: Date;
}

/**
 * The last sign-in, use of a key, accepted submission or day of a subscription. Days count to their end, so a mail sent
 * earlier on the same day is older than the activity, and void. The product's own account is never idle.
 */
const idleSql = `
select * from (
  select users.id as user_id, idle_warned_at as warned_at, idle_reminded_at as reminded_at, active_at,
    greatest(active_at + interval '${idleMonths} months', case when idle_warned_at > active_at
      then idle_warned_at + interval '${warnedDays} days' else $1::timestamptz + interval '${warnedDays} days' end) as ends_at
  from users left join subscriptions on subscriptions.user_id = users.id cross join lateral (
    select greatest(users.created_at, (last_active_on + 1)::timestamp at time zone 'UTC', subscriptions.ended_at, (
      select max(last_submission_at) from form_totals join forms on forms.id = form_id where forms.user_id = users.id
    )) as active_at
  ) as activity
  where last_active_on < $1::timestamptz - interval '${idleMonths} months' + interval '${warnedDays} days'
    and subscription_status <> 'active' and plan is distinct from 'system'
    and (subscriptions.user_id is null or subscriptions.ended_at is not null)
) as idle`;

const dueSql: Readonly<Record<IdleStep, string>> = {
  warn: `(warned_at is null or warned_at <= active_at)
    and active_at + interval '${idleMonths} months' <= $1::timestamptz + interval '${warnedDays} days'`,
  remind: `warned_at > active_at and (reminded_at is null or reminded_at <= warned_at)
    and ends_at <= $1::timestamptz + interval '${remindedDays} days'`,
  end: `warned_at > active_at and reminded_at > warned_at and ends_at <= $1::timestamptz
    and reminded_at <= $1::timestamptz - interval '${remindedDays} days'`,
};

interface IdleRow {
  readonly userId: string;
  readonly endsAt: Date;
}
const columns = 'user_id as "userId", ends_at as "endsAt"';

/** Some of the accounts with a due step, in the order of their ids. */
export async function findIdle(
  pool: Pool,
  step: IdleStep,
  { now, after, limit }: { readonly now: Date; readonly after: string; readonly limit: number },
): Promise<IdleAccount[]> {
  const text = `${idleSql} where user_id > $2::uuid and ${dueSql[step]} order by user_id limit $3`;
  const { rows } = await pool.query<IdleRow>(text.replace('select *', `select ${columns}`), [now, after, limit]);
  return rows;
}

/**
 * True if a step is due for an account. It is checked again once the account is locked, because it may have been used.
 */
export async function isDue(tx: Prisma.TransactionClient, step: IdleStep, userId: string, now: Date): Promise<boolean> {
  const text = `${idleSql} where user_id = $2::uuid and ${dueSql[step]}`;
  return (await tx.$queryRawUnsafe<unknown[]>(text.replace('select *', 'select 1 as due'), now, userId)).length > 0;
}

export async function noteMail(
  tx: Prisma.TransactionClient,
  step: 'warn' | 'remind',
  userId: string,
  now: Date,
): Promise<void> {
  const data = step === 'warn' ? { idleWarnedAt: now } : { idleRemindedAt: now };
  await tx.user.update({ where: { id: userId }, data });
}
