import { monthlyLimitReasons } from '@inlet/contracts/refusals';
import type { RunSql } from '@inlet/db/run-sql';
import type { Pool } from 'pg';
import type { UsageCounts } from '#plan/usage/present-usage.ts';

/** Any number that no other part of the product uses as an advisory lock. */
const countLock = 7_203_118;

/** Forms are as few as the plan allows, so they are counted; submissions have a counter. */
const countsSql = `
select (select count(*) from forms where user_id = $1)::int as forms,
  stored_in_period($1, $2, 'submissions') as submissions, stored_in_period($1, $2, 'bytes') as bytes,
  coalesce((select granted + direct from quotas where user_id = $1 and period = 'storage' and resource = 'storage'), 0)
    as storage`;

/** The forms and the files that an account has, and what is stored of a month. */
export async function readCounts(pool: Pool, userId: string, month: string): Promise<UsageCounts> {
  const { rows } = await pool.query<UsageCounts>({ name: 'usage', text: countsSql, values: [userId, month] });
  return rows[0] ?? { forms: 0, submissions: 0, bytes: 0, storage: 0 };
}

/**
 * Waits for transactions that take from the months of these accounts. A statement of its own: the next one sees what those
 * have committed.
 */
export async function lockCounts(run: RunSql, userIds: readonly string[]): Promise<void> {
  await run(
    `select 1 from (
       select pg_advisory_xact_lock(${countLock}, hash) from (
         select distinct hashtext(id::text) as hash from unnest($1::uuid[]) as accounts(id) order by 1
       ) as hashes
     ) as locked`,
    [userIds],
  );
}

/** Keeps an account's count from being read until the transaction ends: it takes from the month, which Redis counts first. */
export async function holdCount(run: RunSql, userId: string): Promise<void> {
  await run(`select 1 from (select pg_advisory_xact_lock_shared(${countLock}, hashtext($1))) as locked`, [userId]);
}

/** Counts what moves into an inbox. */
export async function countUsage(run: RunSql, userId: string, month: string, count: number): Promise<void> {
  await run(
    `insert into monthly_usage (user_id, month, submission_count) values ($1::uuid, ($2 || '-01')::date, $3::int)
     on conflict (user_id, month) do update set
       submission_count = monthly_usage.submission_count + excluded.submission_count`,
    [userId, month, count],
  );
}

const limitRefusalsSql = `
select id as "formId", day::text, sum(refusal_count)::bigint as count
from forms left join daily_refusal_counters on form_id = id and reason = any($3::text[])
  and day >= ($2 || '-01')::date and day < ($2 || '-01')::date + interval '1 month'
where user_id = $1 group by id, day`;

export interface KeptRefusals {
  readonly formId: string;
  /** Null for a form without any, which may have some that are not kept yet. */
  readonly day: string | null;
  readonly count: number | null;
}

/** What the limits of a month refused at an account's forms, by day, as far as it was copied from Redis. */
export async function findLimitRefusals(pool: Pool, userId: string, month: string): Promise<KeptRefusals[]> {
  const values = [userId, month, monthlyLimitReasons];
  return (await pool.query<KeptRefusals>({ name: 'limit-refusals', text: limitRefusalsSql, values })).rows;
}
