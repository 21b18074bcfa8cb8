import { type RunSql, runOn } from '@inlet/db/run-sql';
import { transaction } from '@inlet/db/transaction';
import type { WaitingSubmission } from '@inlet/queue/waiting-submissions';
import type { Pool } from 'pg';
import type { UsageCounts } from '#forms/usage/present-usage.ts';

/**
 * One statement, so that a submission which is stored meanwhile is counted on one side and not on both. A repeat is
 * not the row that is there: it has a place of its own until the worker gives that back, so it counts until then.
 */
const usedSql = `
select (
  coalesce((select submission_count from monthly_usage where user_id = $1 and month = ($2 || '-01')::date), 0)
  + (select count(*) from unnest($3::uuid[], $4::timestamptz[]) as waiting(id, created_at)
     where not exists (
       select 1 from submissions
       where submissions.id = waiting.id and submissions.created_at = waiting.created_at
     ))
)::bigint as count`;

/** Any number that no other part of the product uses as an advisory lock. */
const countLock = 7_203_118;

/**
 * What an account has used of a month: its stored submissions, and the waiting ones that are not stored yet. It waits
 * for transactions that are taking places: Redis may have lost its count for them.
 */
export async function countUsed(
  pool: Pool,
  userId: string,
  month: string,
  waiting: readonly WaitingSubmission[],
): Promise<number> {
  const values = [
    userId,
    month,
    waiting.map(({ id }) => id),
    waiting.map(({ receivedAtMs }) => new Date(receivedAtMs).toISOString()),
  ];
  return transaction(pool, async (client) => {
    await lockCount(runOn(client), userId);
    const { rows } = await client.query<{ count: number }>(usedSql, values);
    return rows[0]?.count ?? 0;
  });
}

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
 * Waits for transactions that are taking places of an account. A statement of its own: the next one sees what those
 * have committed.
 */
export async function lockCount(run: RunSql, userId: string): Promise<void> {
  await run(`select 1 from (select pg_advisory_xact_lock(${countLock}, hashtext($1))) as locked`, [userId]);
}

/** Keeps an account's count from being read until the transaction ends: it takes places, which Redis counts first. */
export async function holdCount(run: RunSql, userId: string): Promise<void> {
  await run(`select 1 from (select pg_advisory_xact_lock_shared(${countLock}, hashtext($1))) as locked`, [userId]);
}

/** Counts places that were taken for what moves into an inbox. */
export async function countPlaces(run: RunSql, userId: string, month: string, count: number): Promise<void> {
  await run(
    `insert into monthly_usage (user_id, month, submission_count) values ($1::uuid, ($2 || '-01')::date, $3::int)
     on conflict (user_id, month) do update set
       submission_count = monthly_usage.submission_count + excluded.submission_count`,
    [userId, month, count],
  );
}

/** What the database knows of a transaction; null where it was too long ago. */
export type TransactionStatus = 'committed' | 'aborted' | 'in progress' | null;

/** The number of a transaction to come, as after a restore, is nothing to ask for. */
const statusSql = `
select case when $1::xid8 < pg_snapshot_xmax(pg_current_snapshot()) then pg_xact_status($1::xid8)
  else 'in progress' end as status`;

export async function statusOf(pool: Pool, transaction: string): Promise<TransactionStatus> {
  const { rows } = await pool.query<{ status: TransactionStatus }>(statusSql, [transaction]);
  return rows[0]?.status ?? null;
}
