import type { AcceptedSubmission } from '@inlet/contracts/submission-batch';
import type { Pool } from 'pg';

/** Sets a submission aside with the reason. Its text is kept as bytes, which the database never refuses. */
export async function insertDead(pool: Pool, submission: AcceptedSubmission, reason: string): Promise<void> {
  await pool.query(
    `insert into dead_submissions (id, form_id, payload, reason) values ($1, $2, $3, $4)
     on conflict (id) do update set reason = excluded.reason, created_at = now()`,
    [submission.id, submission.formId, Buffer.from(JSON.stringify(submission)), reason],
  );
}

/** Submissions that were set aside before a moment, the oldest first. */
export async function findDead(pool: Pool, before: Date, limit: number): Promise<AcceptedSubmission[]> {
  const { rows } = await pool.query<{ payload: Buffer }>(
    'select payload from dead_submissions where created_at < $1 order by created_at, id limit $2',
    [before, limit],
  );
  return rows.map(({ payload }) => JSON.parse(payload.toString()) as AcceptedSubmission);
}

/** Forgets submissions, but not one that has been set aside again since that moment. */
export async function deleteDead(pool: Pool, before: Date, ids: readonly string[]): Promise<void> {
  await pool.query('delete from dead_submissions where id = any($1::uuid[]) and created_at < $2', [ids, before]);
}
