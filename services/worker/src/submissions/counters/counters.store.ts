import { namedSql } from '@inlet/db/named-sql';
import type { FormCount, MonthUsage } from '@inlet/submissions/usage';
import type { Pool, PoolClient } from 'pg';

/** A stored job, with the quota that it took and did not need. */
export interface StoredJob {
  readonly job: string;
  readonly refunds: readonly MonthUsage[];
  /** The same of forms; those without a number are left out when it is recorded. */
  readonly formRefunds: readonly FormCount[];
  /** The lane whose queue had the job. */
  readonly lane: number;
}

const noteJobsSql = namedSql(
  'note-stored-jobs',
  `insert into stored_batches (job, lane, refunds, refunded_at, form_refunds)
   select job, lane, refunds::json, case when refunds is null then now() end, (
     select json_agg(part) from json_to_recordset(form_refunds::json) as part("formId" uuid, submissions int)
     where exists (select from forms where forms.id = part."formId" and max_submissions is not null)
   )
   from unnest($jobs::text[], $lanes::int2[], $refunds::text[], $formRefunds::text[])
     as stored(job, lane, refunds, form_refunds) order by job
   on conflict (job) do nothing`,
);

/** Records jobs in the transaction that stores them. A job that ran before, or runs elsewhere, is already recorded. */
export async function noteJobs(client: Pick<Pool, 'query'>, jobs: readonly StoredJob[]): Promise<void> {
  await client.query(
    noteJobsSql({
      jobs: jobs.map(({ job }) => job),
      lanes: jobs.map(({ lane }) => lane),
      refunds: jobs.map(({ refunds }) => jsonOf(refunds)),
      formRefunds: jobs.map(({ formRefunds }) => jsonOf(formRefunds)),
    }),
  );
}

/** Null for an empty list. */
function jsonOf(list: readonly unknown[]): string | null {
  return list.length > 0 ? JSON.stringify(list) : null;
}

const noteDirectSql = namedSql(
  'note-direct-batch',
  `insert into direct_batches (id, lane, ids, used, flushed_at) values ($id, $lane, $ids, $used, null)`,
);

/** Records a directly stored batch, in the transaction that stores it. */
export async function noteDirect(
  client: Pick<Pool, 'query'>,
  batch: {
    readonly id: string;
    readonly lane: number;
    readonly ids: readonly string[];
    readonly used: readonly MonthUsage[];
  },
): Promise<void> {
  await client.query(noteDirectSql({ ...batch, used: JSON.stringify(batch.used) }));
}

/** A change of counters that Redis may not have yet. */
export interface PendingChange {
  readonly id: string;
  readonly changes: readonly MonthUsage[];
}

/** Which pending changes are wanted: of named jobs, or of all but those of other lanes, which may be away. */
export interface Wanted {
  readonly jobs: readonly string[] | null;
  readonly otherLanes: readonly number[];
}

/** Locks some jobs with refunds, the oldest first, skipping those of other workers. */
export async function lockRefunds(client: PoolClient, limit: number, wanted: Wanted): Promise<PendingChange[]> {
  const { rows } = await client.query<PendingChange>(lockRefundsSql({ limit, ...wanted }));
  return rows;
}

const lockRefundsSql = namedSql(
  'lock-refunds',
  `select job as id, refunds as changes from stored_batches
   where refunded_at is null and ($jobs::text[] is null or job = any($jobs)) and lane <> all ($otherLanes::int2[])
   order by stored_at limit $limit for update skip locked`,
);

export async function noteRefunded(client: PoolClient, jobs: readonly string[]): Promise<void> {
  await client.query('update stored_batches set refunded_at = now() where job = any($1)', [jobs]);
}

/** A directly stored batch, with its submissions in the inbox. */
export interface DirectBatchRow extends PendingChange {
  readonly submissions: readonly { readonly id: string; readonly formId: string }[];
}

/** Locks some unflushed batches but those of other lanes, the oldest first; waits for those that others hold. */
export async function lockUnflushed(
  client: PoolClient,
  limit: number,
  otherLanes: readonly number[],
): Promise<DirectBatchRow[]> {
  const { rows } = await client.query<DirectBatchRow>(
    `select batch.id, case when flushed_at is null then used else '[]' end as changes, coalesce((
       select json_agg(json_build_object('id', submissions.id, 'formId', form_id)) from submissions
       where submissions.id = any(batch.ids) and not is_spam
     ), '[]') as submissions
     from direct_batches as batch where (announced_at is null or flushed_at is null) and lane <> all ($2::int2[])
     order by stored_at, id limit $1 for update`,
    [limit, otherLanes],
  );
  return rows;
}

/** All of these batches were announced; some were counted as well. */
export async function noteFlushed(
  client: PoolClient,
  announced: readonly string[],
  flushed: readonly string[],
): Promise<void> {
  await client.query(
    `update direct_batches set announced_at = now(), flushed_at = case when id = any($2::uuid[]) then now() end
     where id = any($1::uuid[])`,
    [announced, flushed],
  );
}

export async function timeOfDatabase(pool: Pool): Promise<Date> {
  const { rows } = await pool.query<{ now: Date }>('select clock_timestamp() as now');
  return rows[0]?.now ?? new Date();
}

/** True if something that was stored before this time is not flushed yet; batches of other lanes do not count. */
export async function hasUnflushed(pool: Pool, before: Date, otherLanes: readonly number[]): Promise<boolean> {
  const { rows } = await pool.query<{ is: boolean }>(
    `select exists (
       select from direct_batches where flushed_at is null and stored_at <= $1 and lane <> all ($2::int2[])
     ) as is`,
    [before, otherLanes],
  );
  return rows[0]?.is ?? false;
}

/** The lanes that accounts are in now; those of deleted accounts are missing. */
export async function findLanes(pool: Pick<Pool, 'query'>, userIds: readonly string[]): Promise<Map<string, number>> {
  const { rows } = await pool.query<{ id: string; lane: number }>(
    'select id, lane from users where id = any($1::uuid[])',
    [userIds],
  );
  return new Map(rows.map(({ id, lane }) => [id, lane]));
}
