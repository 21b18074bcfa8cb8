import type { WaitingSubmission } from '@inlet/queue/waiting-submissions';
import type { Pool } from 'pg';
import type { UsageCounts } from '#usage/present-usage.ts';

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
)::int as count`;

/** What an account has used of a month: what is stored, and of what waits that which is not stored yet. */
export async function countUsed(
  pool: Pool,
  userId: string,
  month: string,
  waiting: readonly WaitingSubmission[],
): Promise<number> {
  const { rows } = await pool.query<{ count: number }>(usedSql, [
    userId,
    month,
    waiting.map(({ id }) => id),
    waiting.map(({ receivedAtMs }) => new Date(receivedAtMs).toISOString()),
  ]);
  return rows[0]?.count ?? 0;
}

/** Forms are as few as the plan allows, so they are counted; submissions have a counter. */
const countsSql = `
select (select count(*) from forms where user_id = $1)::int as forms,
  coalesce((select submission_count from monthly_usage where user_id = $1 and month = ($2 || '-01')::date), 0)
    as submissions`;

/** The forms that an account has, and the submissions of a month that are stored. */
export async function readCounts(pool: Pool, userId: string, month: string): Promise<UsageCounts> {
  const { rows } = await pool.query<UsageCounts>({ name: 'usage', text: countsSql, values: [userId, month] });
  return rows[0] ?? { forms: 0, submissions: 0 };
}
