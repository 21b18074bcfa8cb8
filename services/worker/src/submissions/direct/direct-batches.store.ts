import type { Blobs } from '@inlet/blobs/blobs';
import { transaction } from '@inlet/db/transaction';
import type { DirectBatch, DirectQuota } from '@inlet/submissions/direct-batch';
import type { Pool, PoolClient } from 'pg';
import { attachFiles, type FirstState, findRestored } from '#submissions/files/attach-files.store.ts';
import type { Insert } from '#submissions/store-with-halving.ts';
import { insertSubmissions } from '#submissions/submissions.store.ts';

/** Ingest waits for so long, and then asks Redis again. */
const statementTimeoutMs = 1_500;
/** So long a batch waits for a row that somebody holds. */
const lockTimeoutMs = 500;
/** The quota of an account has no room. */
const noRoomState = 'QF001';
/** A lock was not to be had in time, or two waited for each other. */
const heldUpStates = ['55P03', '40P01'];

const stateOf = (error: unknown) => (error instanceof Error && 'code' in error ? String(error.code) : '');

export const hasNoRoom = (error: unknown) => stateOf(error) === noRoomState;
/** Somebody holds what an account of the batch needs. */
export const isHeldUp = (error: unknown) => heldUpStates.includes(stateOf(error));

/** Whether some of these are stored: they have their places, and need no room. */
export async function isSomeStored(pool: Pool, ids: readonly string[]): Promise<boolean> {
  const { rowCount } = await pool.query('select from submissions where id = any($1::uuid[]) limit 1', [ids]);
  return rowCount === 1;
}

/** Those of these that were stored directly, whether or not they are still there. */
export async function findDirect(pool: Pool, ids: readonly string[]): Promise<Set<string>> {
  const { rows } = await pool.query<{ id: string }>({
    name: 'stored-directly',
    text: `select stored.id from direct_batches as batch cross join unnest(batch.ids) as stored(id)
      where batch.ids && $1::uuid[] and stored.id = any($1)`,
    values: [ids],
  });
  return new Set(rows.map(({ id }) => id));
}

/**
 * What may still be stored without Redis, of each quota. One without a row gets it here: the places of a batch are
 * taken after its rows are counted, which would stand in its beginning as well.
 */
export async function findRoom(pool: Pool, quotas: readonly DirectQuota[]): Promise<number[]> {
  const { rows } = await pool.query<{ room: number[] | null }>(
    `with opened as (
       insert into quotas (user_id, period, resource, base, granted, limit_given)
       select r.user_id, r.period, r.resource, used, used, most
       from unnest($1::uuid[], $2::text[], $3::text[], $4::int8[]) as r(user_id, period, resource, most)
       cross join lateral stored_in_period(r.user_id, r.period, r.resource) as used
       left join quotas on (quotas.user_id, quotas.period, quotas.resource) = (r.user_id, r.period, r.resource)
       where quotas.user_id is null order by 1, 2, 3
       on conflict do nothing
     )
     select places_left($1::uuid[], $2::text[], $3::text[], $4::int8[]) as room`,
    columnsOf(quotas),
  );
  return (rows[0]?.room ?? []).map(Number);
}

/**
 * What this transaction has really inserted: a row that was there before took its place then. Spam takes room for its
 * bytes alone.
 */
const takeSql = `
with stored as materialized (
  select submissions.id, forms.user_id, to_char(submissions.created_at at time zone 'UTC', 'YYYY-MM') as period,
    submissions.is_spam, octet_length(submissions.data::text) as bytes
  from submissions join forms on forms.id = submissions.form_id
  where submissions.id = any($2::uuid[]) and submissions.xmin = pg_current_xact_id()::xid
), noted as (
  insert into direct_batches (id, ids) select $1, array_agg(id) from stored having count(*) > 0
  on conflict (id) do update set ids = direct_batches.ids || excluded.ids, announced_at = null
), taken as (
  select user_id, period, 'submissions' as resource, count(*) filter (where not is_spam) as count from stored group by 1, 2
  union all select user_id, period, 'bytes', sum(bytes) from stored group by 1, 2
)
select take_places(array_agg(user_id), array_agg(period), array_agg(resource), array_agg(count), array_agg(most))
from taken left join unnest($3::uuid[], $4::text[], $5::text[], $6::int8[]) as quotas(user_id, period, resource, most)
  using (user_id, period, resource)`;

/** Inserts as from a job, and in the same transaction takes the places in the database and notes what Redis must learn. */
export function insertDirectly(
  { id, quotas }: Pick<DirectBatch, 'id' | 'quotas'>,
  state: FirstState,
  blobs: Pick<Blobs, 'sizeOf'>,
): Insert {
  return async (pool, submissions, judgements) => {
    const restored = await findRestored(pool, blobs, submissions);
    return transaction(
      pool as Pool,
      async (client: PoolClient) => {
        const changed = await insertSubmissions(client, submissions, judgements);
        await attachFiles(client, submissions, state, restored);
        const ids = submissions.map((submission) => submission.id);
        await client.query(takeSql, [id, ids, ...columnsOf(quotas)]);
        return changed;
      },
      { statementTimeoutMs, lockTimeoutMs },
    );
  };
}

function columnsOf(quotas: readonly DirectQuota[]) {
  return [
    quotas.map(({ userId }) => userId),
    quotas.map(({ month }) => month),
    quotas.map(({ resource }) => resource),
    quotas.map(({ limit }) => limit),
  ];
}

export interface Unannounced {
  readonly id: string;
  /** How many ids it has. */
  readonly size: number;
  readonly submissions: readonly { readonly id: string; readonly formId: string }[];
}

/** Batches that nobody was told of, the oldest first, with what is in the inbox of each. */
export async function findUnannounced(pool: Pool, limit: number): Promise<Unannounced[]> {
  const { rows } = await pool.query<Unannounced>(
    `select batch.id, cardinality(batch.ids) as size, coalesce((
       select json_agg(json_build_object('id', submissions.id, 'formId', form_id)) from submissions
       where submissions.id = any(batch.ids) and not is_spam
     ), '[]') as submissions
     from direct_batches as batch where announced_at is null order by stored_at limit $1`,
    [limit],
  );
  return rows;
}

/** One that has grown meanwhile is announced again. */
export async function noteAnnounced(pool: Pool, { id, size }: Unannounced): Promise<void> {
  await pool.query('update direct_batches set announced_at = now() where id = $1 and cardinality(ids) = $2', [
    id,
    size,
  ]);
}
