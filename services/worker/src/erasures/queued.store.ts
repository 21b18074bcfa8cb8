import type { PersonCounts } from '@inlet/contracts/erasures';
import type { ClientBase, Pool } from 'pg';

/** Kinds that are counted when they are found; the others are counted when they are deleted. */
const countOfKind = { mail: 'mails', dead: 'deadSubmissions' } as const satisfies Record<string, keyof PersonCounts>;
export type FoundKind = keyof typeof countOfKind;

/**
 * Records and counts data that must be removed from Redis, or that was set aside; repeating it counts nothing twice.
 */
export async function noteFound(
  client: ClientBase | Pool,
  erasureId: string,
  kind: FoundKind,
  key: string,
): Promise<void> {
  await client.query(
    `with found as (
       insert into erasure_finds (erasure_id, kind, key) values ($1, $2, $3) on conflict do nothing returning 1
     )
     update erasures set counts = counts || jsonb_build_object($4::text, coalesce((counts ->> $4)::int, 0) + 1)
     where id = $1 and exists (select from found)`,
    [erasureId, kind, key, countOfKind[kind]],
  );
}

export interface SetAsideSubmission {
  readonly id: string;
  readonly formId: string;
  readonly payload: Buffer;
}

/** Submissions of an account that could not be stored. */
export async function findSetAside(
  pool: Pool,
  forms: readonly string[],
  after: string,
  limit: number,
): Promise<SetAsideSubmission[]> {
  const { rows } = await pool.query<SetAsideSubmission>(
    `select id, form_id as "formId", payload from dead_submissions where form_id = any ($1::uuid[]) and id > $2
     order by id limit $3`,
    [forms, after, limit],
  );
  return rows;
}

export async function deleteSetAside(client: ClientBase, id: string): Promise<void> {
  await client.query('delete from dead_submissions where id = $1', [id]);
}

/** Closes the upload of a submission that will never be stored, and records it. */
export async function closeUpload(client: ClientBase | Pool, erasureId: string, id: string): Promise<void> {
  await client.query(
    `with noted as (
       insert into erasure_finds (erasure_id, kind, key) values ($1, 'upload', $2) on conflict do nothing
     )
     update uploads set is_closing = true where id = $2::uuid`,
    [erasureId, id],
  );
}

/** True if a closed upload still has bytes. */
export async function hasUploadsLeft(pool: Pool, erasureId: string): Promise<boolean> {
  const { rowCount } = await pool.query(
    `select from erasure_finds join uploads on uploads.id = key::uuid where erasure_id = $1 and kind = 'upload' limit 1`,
    [erasureId],
  );
  return rowCount === 1;
}

export interface PendingMail {
  readonly id: string;
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  readonly options: { readonly formId?: string; readonly kind?: string; readonly replyTo?: string } | null;
}

/** Mails that are not queued yet. */
export async function findPendingMails(
  pool: Pool,
  forms: readonly string[],
  after: string,
  limit: number,
): Promise<PendingMail[]> {
  const { rows } = await pool.query<PendingMail>(
    `select id, recipient as to, subject, text, html, options from pending_mails
     where options ->> 'formId' = any ($1::text[]) and id > $2 order by id limit $3`,
    [forms, after, limit],
  );
  return rows;
}

export async function deletePendingMail(client: ClientBase, id: string): Promise<void> {
  await client.query('delete from pending_mails where id = $1', [id]);
}
