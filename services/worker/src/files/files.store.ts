import type { ClientBase, Pool } from 'pg';

export interface TakenFile {
  readonly id: string;
  readonly formId: string;
  readonly uploadId: string;
}

const columns = 'id, form_id as "formId", upload_id as "uploadId"';

/** Locks files in deletion until the transaction ends, optionally only those in `ids`. */
export async function takeDeleting(
  client: ClientBase,
  limit: number,
  ids: readonly string[] | null,
): Promise<TakenFile[]> {
  const { rows } = await client.query<TakenFile>(
    `select ${columns} from files where state = 'deleting' and ($2::uuid[] is null or id = any ($2))
     order by created_at limit $1 for update skip locked`,
    [limit, ids],
  );
  return rows;
}

/** Deletes the rows of files whose bytes are gone, and releases their storage. */
export async function forgetFiles(client: ClientBase, ids: readonly string[]): Promise<void> {
  await client.query(
    `with gone as (delete from files where id = any ($1::uuid[]) returning user_id, size),
       locked as materialized (
         select user_id from quotas
         where user_id in (select user_id from gone) and period = 'storage' and resource = 'storage'
         order by user_id for update
       ), sums as (select user_id, sum(size) as size from gone join locked using (user_id) group by user_id)
     update quotas set direct = greatest(0, direct - sums.size) from sums
     where quotas.user_id = sums.user_id and period = 'storage' and resource = 'storage'`,
    [ids],
  );
}

/** An arbitrary number that no other advisory lock of the product uses. */
const scanLock = 7_203_136;
/** More than the number of workers. */
const lookedAt = 50;

/**
 * Takes the file that has waited longest for the scanner, for this transaction. Its row stays unlocked: a scan may take
 * a minute, and the owner may delete the submission meanwhile.
 */
export async function takeScanning(client: ClientBase): Promise<TakenFile | null> {
  const { rows } = await client.query<TakenFile>(
    `select * from (
       select ${columns} from files where state = 'scanning' order by changed_at limit ${lookedAt}
     ) as oldest where pg_try_advisory_xact_lock(${scanLock}, hashtext(id::text)) limit 1`,
  );
  return rows[0] ?? null;
}

/** Records the result of a scan, unless the file was deleted meanwhile. */
export async function settleScan(client: ClientBase, id: string, state: 'available' | 'quarantined'): Promise<void> {
  await client.query(`update files set state = $2, changed_at = now() where id = $1 and state = 'scanning'`, [
    id,
    state,
  ]);
}

/** Moves a file behind all others because the scanner returned no result. */
export async function postponeScan(client: ClientBase, id: string): Promise<void> {
  await client.query(`update files set changed_at = clock_timestamp() where id = $1 and state = 'scanning'`, [id]);
}

/** The bytes of all accounts, including the reservations of uploads. */
export async function countBytes(pool: Pool): Promise<number> {
  const { rows } = await pool.query<{ bytes: number }>({
    name: 'bytes-of-files',
    text: `select coalesce(sum(granted + direct), 0)::bigint as bytes from quotas where period = 'storage'`,
  });
  return Number(rows[0]?.bytes);
}

/** Makes files that wait for a scanner available if there is no scanner any more. */
export async function releaseUnscanned(pool: Pool): Promise<void> {
  await pool.query(`update files set state = 'available', changed_at = now() where state = 'scanning'`);
}
