import type { ClientBase, Pool } from 'pg';

export async function findTargets(pool: Pool, userId: string): Promise<string[]> {
  const { rows } = await pool.query<{ id: string }>(
    'select targets.id from targets join forms on forms.id = form_id where user_id = $1 order by targets.id',
    [userId],
  );
  return rows.map(({ id }) => id);
}

/** A page of a target's deliveries. */
interface DeliveryPiece {
  readonly deleted: number;
  /** The cursor of the next page; null at the end. */
  readonly last: string | null;
}

/** Small enough for a statement of some milliseconds. */
const rowsAtOnce = 5_000;

/** Deletes the deliveries of a found submission, except the one that reports its deletion. */
const deleteSql = `
with seen as materialized (
  select id, submission_id, type from deliveries where target_id = $2 and id > $3 order by id limit ${rowsAtOnce}
), deleted as (
  delete from deliveries using seen, erasure_finds
  where deliveries.target_id = $2 and deliveries.id = seen.id and seen.type <> 'submission.deleted'
    and erasure_id = $1 and kind = 'submission' and key = seen.submission_id::text
  returning 1
)
select (select count(*)::int from deleted) as deleted,
  case when count(*) = ${rowsAtOnce} then max(id)::text end as last from seen`;

export async function deleteDeliveries(
  client: ClientBase,
  erasureId: string,
  targetId: string,
  after: string,
): Promise<DeliveryPiece> {
  const { rows } = await client.query<DeliveryPiece>(deleteSql, [erasureId, targetId, after]);
  return rows[0] ?? { deleted: 0, last: null };
}

export async function deleteAttempts(client: ClientBase, targetId: string, ids: readonly string[]): Promise<number> {
  if (ids.length === 0) return 0;
  const { rowCount } = await client.query(
    'delete from delivery_attempts where target_id = $1 and id = any ($2::uuid[])',
    [targetId, ids],
  );
  return rowCount ?? 0;
}
