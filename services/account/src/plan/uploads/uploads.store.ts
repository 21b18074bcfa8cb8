import type { RunSql } from '@inlet/db/run-sql';

const storage = `user_id = $1 and period = 'storage' and resource = 'storage'`;

export interface FormOfUpload {
  readonly userId: string;
  readonly plan: string | null;
  readonly takesFiles: boolean;
}

export async function findForm(run: RunSql, formId: string): Promise<FormOfUpload | null> {
  const [row] = await run<FormOfUpload>(
    `select user_id as "userId", plan, takes_files as "takesFiles" from forms join users on users.id = user_id
     where forms.id = $1`,
    [formId],
  );
  return row ?? null;
}

/** Locks the storage of an account until the end of the transaction, and returns the used bytes. */
export async function lockStorage(run: RunSql, userId: string): Promise<number> {
  await run(`insert into quotas (user_id, period, resource) values ($1, 'storage', 'storage') on conflict do nothing`, [
    userId,
  ]);
  const [row] = await run<{ used: number }>(`select granted + direct as used from quotas where ${storage} for update`, [
    userId,
  ]);
  return Number(row?.used ?? 0);
}

/** The reserved bytes of an existing upload; null if there is none. */
export async function findReserved(run: RunSql, id: string): Promise<number | null> {
  const [row] = await run<{ reserved: number }>('select reserved from uploads where id = $1 and not is_closing', [id]);
  return row ? Number(row.reserved) : null;
}

/** True if an account has running uploads; an older one was abandoned. */
export async function hasUploads(run: RunSql, userId: string): Promise<boolean> {
  const sql = `select from uploads where user_id = $1 and created_at > now() - interval '1 hour' limit 1`;
  return (await run(sql, [userId])).length > 0;
}

/** Records an upload and reserves its bytes. */
export async function insertUpload(
  run: RunSql,
  upload: { readonly id: string; readonly formId: string; readonly userId: string; readonly bytes: number },
): Promise<void> {
  const { id, formId, userId, bytes } = upload;
  await run('insert into uploads (id, form_id, user_id, reserved) values ($1, $2, $3, $4)', [
    id,
    formId,
    userId,
    bytes,
  ]);
  await run(`update quotas set direct = direct + $2 where ${storage}`, [userId, bytes]);
}

/** Closes an upload: from now on it cannot be attached. A worker deletes its bytes and then releases its storage. */
export async function closeUpload(run: RunSql, id: string): Promise<void> {
  await run('update uploads set is_closing = true where id = $1', [id]);
}
