import { monthlyLimitReasons } from '@inlet/contracts/refusals';
import type { RunSql } from '@inlet/db/run-sql';
import type { Pool } from 'pg';
import type { UsageCounts } from '#plan/usage/present-usage.ts';

/** An arbitrary number that no other advisory lock of the product uses. */
const countLock = 7_203_118;

/** There are as few forms as the plan allows, so they are counted; submissions have a counter. */
const countsSql = `
select (select count(*) from forms where user_id = $1)::int as forms,
  stored_in_period($1, $2, 'submissions') as submissions, stored_in_period($1, $2, 'bytes') as bytes,
  coalesce((select granted + direct from quotas where user_id = $1 and period = 'storage' and resource = 'storage'), 0)
    as storage,
  (select coalesce(sum(left_count), 0) from imports join forms on forms.id = form_id where user_id = $1)::float8 as imported`;

/** The numbers of an account's forms and files, and its stored data of a month. */
export async function readCounts(pool: Pool, userId: string, month: string): Promise<UsageCounts> {
  const { rows } = await pool.query<UsageCounts>({ name: 'usage', text: countsSql, values: [userId, month] });
  return rows[0] ?? { forms: 0, submissions: 0, bytes: 0, storage: 0, imported: 0 };
}

/** The same of some forms. Bytes and files are counted for whole accounts alone. */
export async function readCountsOf(pool: Pool, formIds: readonly string[], month: string): Promise<UsageCounts> {
  const text = `
    select (select count(*) from forms where id = any($1::uuid[]))::int as forms, coalesce((
      select sum(submission_count) from daily_form_counters where form_id = any($1)
        and day >= ($2 || '-01')::date and day < ($2 || '-01')::date + interval '1 month'
    ), 0)::bigint as submissions, 0 as bytes, 0 as storage,
    (select coalesce(sum(left_count), 0) from imports where form_id = any($1))::float8 as imported`;
  const { rows } = await pool.query<UsageCounts>({ name: 'usage-of-forms', text, values: [formIds, month] });
  return rows[0] ?? { forms: 0, submissions: 0, bytes: 0, storage: 0, imported: 0 };
}

/**
 * Waits for transactions that take quota of these accounts. It is a separate statement, so that the next one sees what
 * they have committed.
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

/** Blocks reading an account's count until the transaction ends: it takes quota, which Redis counts first. */
export async function holdCount(run: RunSql, userId: string): Promise<void> {
  await run(`select 1 from (select pg_advisory_xact_lock_shared(${countLock}, hashtext($1))) as locked`, [userId]);
}

/** Counts submissions that move to an inbox. */
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
  /** Null for a form without copied refusals, which may have some that are not copied yet. */
  readonly day: string | null;
  readonly count: number | null;
}

/** Refusals by a month's limits at an account's forms, by day, as far as they are copied from Redis. */
export async function findLimitRefusals(pool: Pool, userId: string, month: string): Promise<KeptRefusals[]> {
  const values = [userId, month, monthlyLimitReasons];
  return (await pool.query<KeptRefusals>({ name: 'limit-refusals', text: limitRefusalsSql, values })).rows;
}
