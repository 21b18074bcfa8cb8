import type { Pool } from 'pg';

export interface OldUpload {
  readonly id: string;
  readonly formId: string;
}

/** Uploads that were not attached within this many hours. */
export async function findOld(pool: Pool, hours: number, now: Date): Promise<string[]> {
  const { rows } = await pool.query<{ id: string }>(
    `select id from uploads where not is_closing and created_at < $2::timestamptz - make_interval(hours => $1)
     order by created_at limit 1000`,
    [hours, now],
  );
  return rows.map(({ id }) => id);
}

/** The uploads of submissions that were set aside, which may still be stored. */
export async function findSetAside(pool: Pool, ids: readonly string[]): Promise<string[]> {
  const { rows } = await pool.query<{ id: string }>(
    `select id::text from unnest($1::uuid[]) as given(id)
     where exists (select from dead_submissions where position(convert_to(given.id::text, 'UTF8') in payload) > 0)`,
    [ids],
  );
  return rows.map(({ id }) => id);
}

/** Closes uploads: from now on they cannot be attached. */
export async function closeUploads(pool: Pool, ids: readonly string[]): Promise<void> {
  await pool.query('update uploads set is_closing = true where id = any($1::uuid[])', [ids]);
}

export async function findClosing(pool: Pool, limit: number): Promise<OldUpload[]> {
  const { rows } = await pool.query<OldUpload>(
    'select id, form_id as "formId" from uploads where is_closing order by created_at limit $1',
    [limit],
  );
  return rows;
}

/** Deletes the row of an upload whose bytes are gone, and releases its storage. */
export async function removeUpload(pool: Pool, id: string): Promise<void> {
  await pool.query(
    `with gone as (delete from uploads where id = $1 and is_closing returning user_id, reserved)
     update quotas set direct = direct - reserved from gone
     where quotas.user_id = gone.user_id and period = 'storage' and resource = 'storage'`,
    [id],
  );
}
