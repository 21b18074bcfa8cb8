import { namedSql } from '@inlet/db/named-sql';
import type { AcceptedSubmission } from '@inlet/submissions/batch';
import { usageOf } from '@inlet/submissions/usage';
import type { Pool } from 'pg';

/**
 * Sets a submission aside with the reason. Its text is kept as bytes, which the database never refuses. It still counts
 * in its month, so that it fits when it is replayed.
 */
export async function insertDead(
  client: Pick<Pool, 'query'>,
  submission: AcceptedSubmission,
  reason: string,
): Promise<void> {
  const [usage] = usageOf([submission]);
  await client.query(
    insertDeadSql({
      id: submission.id,
      formId: submission.formId,
      payload: Buffer.from(JSON.stringify(submission)),
      reason,
      userId: usage?.userId,
      month: usage?.month,
      submissions: usage?.submissions,
      bytes: usage?.bytes,
    }),
  );
}

const insertDeadSql = namedSql(
  'insert-dead-submission',
  `insert into dead_submissions (id, form_id, payload, reason, created_at, user_id, month, submissions, bytes)
   values ($id, $formId, $payload, $reason, clock_timestamp(), $userId, $month, $submissions, $bytes)
   on conflict (id) do update set reason = excluded.reason, created_at = excluded.created_at`,
);

export interface DeadSubmission {
  readonly submission: AcceptedSubmission;
  readonly setAsideAt: Date;
}

/** The database's clock plus two milliseconds: the times of rows are rounded up, and this one is truncated. */
export async function roundedTimeOfDatabase(pool: Pool): Promise<Date> {
  const { rows } = await pool.query<{ now: Date }>(`select clock_timestamp() + interval '2 milliseconds' as now`);
  return rows[0]?.now ?? new Date();
}

/** Submissions that were set aside before a time, the oldest first. */
export async function findDead(pool: Pool, before: Date, limit: number): Promise<DeadSubmission[]> {
  const { rows } = await pool.query<{ payload: Buffer; setAsideAt: Date }>(
    `select payload, created_at as "setAsideAt" from dead_submissions
     where created_at < $1 order by created_at, id limit $2`,
    [before, limit],
  );
  return rows.map(({ payload, setAsideAt }) => ({
    submission: JSON.parse(payload.toString()) as AcceptedSubmission,
    setAsideAt,
  }));
}

/** The number of set-aside submissions, counted up to a limit. */
export async function countDead(pool: Pool, limit: number): Promise<number> {
  const { rows } = await pool.query<{ count: number }>(
    'select count(*)::int as count from (select from dead_submissions limit $1) as counted',
    [limit],
  );
  return rows[0]?.count ?? 0;
}

/** Deletes set-aside submissions, except those that have been set aside again since. */
export async function deleteDead(pool: Pool, dead: readonly DeadSubmission[]): Promise<void> {
  await pool.query(
    `delete from dead_submissions using unnest($1::uuid[], $2::timestamptz[]) as found(id, set_aside_at)
     where dead_submissions.id = found.id and dead_submissions.created_at = found.set_aside_at`,
    [dead.map(({ submission }) => submission.id), dead.map(({ setAsideAt }) => setAsideAt)],
  );
}
