import type { AccountMonth } from '@inlet/contracts/quotas';
import { namedSql } from '@inlet/db/named-sql';
import { type RunSql, runOn } from '@inlet/db/run-sql';
import { transaction } from '@inlet/db/transaction';
import type { WaitingUsage } from '@inlet/queue/waiting-usage';
import type { MonthUsage } from '@inlet/submissions/usage';
import type { Pool } from 'pg';
import { lockCounts } from '#plan/usage/usage.store.ts';

/** A change that a counter has already applied, although its row may not show it yet. */
export interface Receipt extends AccountMonth {
  readonly receipt: string;
}

/**
 * One statement, so that all parts are from the same moment. Stored and set-aside submissions count. A waiting job
 * holds what it took; once it is stored, its row shows what must still be returned. Directly stored submissions only
 * count once they are flushed to the counter. So a submission that is both stored and waiting counts twice until its
 * job is refunded.
 */
const usedSql = namedSql(
  'used-of-months',
  `with asked as (
    select * from unnest($users::uuid[], $months::text[]) as asked(user_id, month)
  ), done as (
    select * from unnest($receiptUsers::uuid[], $receiptMonths::text[], $receipts::text[]) as done(user_id, month, receipt)
  ), parts as (
    select asked.user_id, asked.month, submission_count as submissions, byte_count as bytes
    from asked join monthly_usage as used on used.user_id = asked.user_id and used.month = (asked.month || '-01')::date
    union all
    select user_id, month, submissions, bytes from dead_submissions where user_id = any($users::uuid[])
    union all
    select user_id, month, submissions, bytes from unnest(
      $jobs::text[], $jobUsers::uuid[], $jobMonths::text[], $jobSubmissions::int8[], $jobBytes::int8[]
    ) as waiting(job, user_id, month, submissions, bytes)
    where not exists (select from stored_batches where stored_batches.job = waiting.job)
    union all
    select part."userId", part.month, part.submissions, part.bytes
    from stored_batches cross join json_to_recordset(refunds)
      as part("userId" uuid, month text, submissions int8, bytes int8)
    where refunded_at is null and not exists (
      select from done where done.user_id = part."userId" and done.month = part.month and done.receipt = job
    )
    union all
    select part."userId", part.month, -part.submissions, -part.bytes
    from direct_batches cross join json_to_recordset(used)
      as part("userId" uuid, month text, submissions int8, bytes int8)
    where flushed_at is null and not exists (
      select from done
      where done.user_id = part."userId" and done.month = part.month and done.receipt = 'direct:' || direct_batches.id
    )
  )
  select asked.user_id as "userId", asked.month, greatest(0, coalesce(sum(submissions), 0))::int8 as submissions,
    greatest(0, coalesce(sum(bytes), 0))::int8 as bytes
  from asked join users on users.id = asked.user_id
  left join parts on parts.user_id = asked.user_id and parts.month = asked.month
  group by asked.user_id, asked.month`,
);

export interface CountedWith {
  readonly waiting: readonly WaitingUsage[];
  readonly receipts: readonly Receipt[];
}

/**
 * The usage of accounts' months, which their counters should show. It waits for transactions that are taking quota,
 * because the counters already include them.
 */
export function readUsed(
  pool: Pool,
  names: readonly AccountMonth[],
  { waiting, receipts }: CountedWith,
): Promise<MonthUsage[]> {
  return transaction(pool, async (client) => {
    const users = names.map(({ userId }) => userId);
    await lockCounts(runOn(client), users);
    const { rows } = await client.query<MonthUsage>(
      usedSql({
        users,
        months: names.map(({ month }) => month),
        jobs: waiting.map(({ job }) => job),
        jobUsers: waiting.map(({ userId }) => userId),
        jobMonths: waiting.map(({ month }) => month),
        jobSubmissions: waiting.map(({ submissions }) => submissions),
        jobBytes: waiting.map(({ bytes }) => bytes),
        receiptUsers: receipts.map(({ userId }) => userId),
        receiptMonths: receipts.map(({ month }) => month),
        receipts: receipts.map(({ receipt }) => receipt),
      }),
    );
    return rows;
  });
}

/** The lanes of accounts, in the order of the names; undefined for an account that is gone. */
export async function findLanesOfAccounts(
  pool: Pool,
  names: readonly { readonly userId: string }[],
): Promise<(number | undefined)[]> {
  const lanes = await findLanesOf(
    runOn(pool),
    names.map(({ userId }) => userId),
  );
  return names.map(({ userId }) => lanes.get(userId));
}

async function findLanesOf(run: RunSql, ids: readonly string[]): Promise<Map<string, number>> {
  const rows = await run<{ id: string; lane: number }>('select id, lane from users where id = any($1::uuid[])', [
    [...new Set(ids)],
  ]);
  return new Map(rows.map(({ id, lane }) => [id, lane]));
}

/** The lane of an account as its transaction sees it. */
export async function findLane(run: RunSql, userId: string): Promise<number | undefined> {
  return (await findLanesOf(run, [userId])).get(userId);
}

/** Months with pending changes of counters, of one lane or of all. */
export async function findPending(pool: Pool, limit: number, lane: number | null): Promise<AccountMonth[]> {
  const { rows } = await pool.query<AccountMonth>(
    `select distinct part."userId", part.month from (
       select refunds as changes from stored_batches where refunded_at is null
       union all select used from direct_batches where flushed_at is null
     ) as pending cross join json_to_recordset(changes) as part("userId" uuid, month text)
     join users on users.id = part."userId"${lane === null ? '' : ' and lane = $2'} limit $1`,
    [limit, ...valuesOf(lane)],
  );
  return rows;
}

/** Some accounts, in the order of their ids. */
export interface Page {
  readonly after: string;
  readonly limit: number;
  /** Null for those of all lanes. */
  readonly lane: number | null;
}

const valuesOf = (lane: number | null) => (lane === null ? [] : [lane]);
const isInLane = (lane: number | null, value: string) =>
  lane === null ? '' : `and (select lane from users where id = user_id) = ${value}`;

/** Some accounts with forms. */
export async function findOwners(pool: Pool, { after, limit, lane }: Page): Promise<string[]> {
  const text = `select distinct user_id as id from forms where user_id > $1 ${isInLane(lane, '$3')}
    order by user_id limit $2`;
  return idsOf(pool, text, [after, limit, ...valuesOf(lane)]);
}

/** Some accounts with stored data in a month. */
export async function findActive(pool: Pool, month: string, { after, limit, lane }: Page): Promise<string[]> {
  const text = `select user_id as id from monthly_usage where month = $1 and user_id > $2 ${isInLane(lane, '$4')}
    order by user_id limit $3`;
  return idsOf(pool, text, [`${month}-01`, after, limit, ...valuesOf(lane)]);
}

async function idsOf(pool: Pool, text: string, values: readonly unknown[]): Promise<string[]> {
  const { rows } = await pool.query<{ id: string }>(text, [...values]);
  return rows.map(({ id }) => id);
}

export async function findPlan(pool: Pool, userId: string): Promise<{ readonly plan: string | null } | undefined> {
  const { rows } = await pool.query<{ plan: string | null }>('select plan from users where id = $1', [userId]);
  return rows[0];
}
