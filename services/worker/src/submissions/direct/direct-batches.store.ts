import { namedSql } from '@inlet/db/named-sql';
import type { DirectQuota } from '@inlet/submissions/direct-batch';
import type { Pool } from 'pg';

const statementTimeoutMs = 1_500;
const lockTimeoutMs = 500;
/** SQLSTATEs of a lock timeout and of a deadlock. */
const heldUpStates = ['55P03', '40P01'];

const stateOf = (error: unknown) => (error instanceof Error && 'code' in error ? String(error.code) : '');

/** True if another transaction holds a row that an account of the batch needs. */
export const isHeldUp = (error: unknown) => heldUpStates.includes(stateOf(error));

/** True if some of these are stored, and therefore already counted. */
export async function isSomeStored(pool: Pool, ids: readonly string[]): Promise<boolean> {
  const { rowCount } = await pool.query('select from submissions where id = any($1::uuid[]) limit 1', [ids]);
  return rowCount === 1;
}

/** Ids that were stored directly, even if their submissions are deleted by now. */
export async function findDirect(pool: Pool, ids: readonly string[]): Promise<Set<string>> {
  const { rows } = await pool.query<{ id: string }>({
    name: 'stored-directly',
    text: `select stored.id from direct_batches as batch cross join unnest(batch.ids) as stored(id)
      where batch.ids && $1::uuid[] and stored.id = any($1)`,
    values: [ids],
  });
  return new Set(rows.map(({ id }) => id));
}

/** The remaining quota by stored submissions; batches that wait in Redis are not known here. */
export async function findRemaining(client: Pick<Pool, 'query'>, quotas: readonly DirectQuota[]): Promise<number[]> {
  const { rows } = await client.query<{ remaining: number }>(
    findRemainingSql({
      users: quotas.map(({ userId }) => userId),
      months: quotas.map(({ month }) => `${month}-01`),
      resources: quotas.map(({ resource }) => resource),
      limits: quotas.map(({ limit }) => limit),
    }),
  );
  return rows.map(({ remaining }) => remaining);
}

const findRemainingSql = namedSql(
  'direct-room',
  `select most - coalesce(case resource when 'bytes' then byte_count else submission_count end, 0) as remaining
   from unnest($users::uuid[], $months::date[], $resources::text[], $limits::int8[])
     with ordinality as quota(user_id, month, resource, most, n)
   left join monthly_usage as used on used.user_id = quota.user_id and used.month = quota.month order by n`,
);

/** The statement timeout, which is also ingest's timeout, and the lock timeout. */
export const directLimits = { statementTimeoutMs, lockTimeoutMs };
