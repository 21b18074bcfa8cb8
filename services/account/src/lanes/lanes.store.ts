import type { FormNumber } from '@inlet/contracts/quotas';
import type { RunSql } from '@inlet/db/run-sql';
import type { Pool } from 'pg';

export interface PlacedAccount {
  readonly id: string;
  readonly lane: number;
}

export interface OwnedAccount extends PlacedAccount {
  /** An owner's address; null if there is none any more. */
  readonly email: string | null;
}

/** The account with an id. */
export async function findById(pool: Pool, id: string): Promise<PlacedAccount[]> {
  return (await pool.query<PlacedAccount>('select id, lane from users where id = $1', [id])).rows;
}

/** The accounts that the person with an address owns. */
export async function findByOwner(pool: Pool, email: string): Promise<PlacedAccount[]> {
  const { rows } = await pool.query<PlacedAccount>(
    `select users.id, lane from people join memberships on person_id = people.id and role = 'owner'
     join users on users.id = user_id where people.email = $1 order by users.id`,
    [email],
  );
  return rows;
}

/** The number of accounts in each lane that has some. */
export async function countByLane(pool: Pool): Promise<Map<number, number>> {
  const { rows } = await pool.query<{ lane: number; count: number }>(
    'select lane, count(*) as count from users group by lane',
  );
  return new Map(rows.map(({ lane, count }) => [lane, Number(count)]));
}

/** Some accounts outside lane 0. */
export async function findMoved(pool: Pool, limit: number): Promise<OwnedAccount[]> {
  const { rows } = await pool.query<OwnedAccount>(
    `select id, lane, (
       select min(people.email) from memberships join people on people.id = person_id
       where user_id = users.id and role = 'owner'
     ) as email
     from users where lane > 0 order by lane, id limit $1`,
    [limit],
  );
  return rows;
}

/** An arbitrary number that no other advisory lock of the product uses. */
const moveLock = 7_203_121;

/** Returned by `moveAlone` while another move runs. */
export const busy = Symbol('busy');

/**
 * Runs a move unless another one runs. The lock is that of a transaction, which a pooler keeps on one connection, too. It
 * sees no rows, so cleaning goes on; and what the move has done does not depend on its end.
 */
export async function moveAlone<T>(pool: Pool, work: () => Promise<T>): Promise<T | typeof busy> {
  const client = await pool.connect();
  try {
    await client.query('begin');
    await client.query('set local idle_in_transaction_session_timeout = 0');
    const { rows } = await client.query(`select pg_try_advisory_xact_lock(${moveLock}) as "isLocked"`);
    return rows[0].isLocked ? await work() : busy;
  } finally {
    await client.query('rollback').then(
      () => client.release(),
      () => client.release(true),
    );
  }
}

/** The lane of an account, which stays until the transaction ends; undefined if the account is gone. */
export async function lockLane(run: RunSql, userId: string): Promise<number | undefined> {
  const rows = await run<{ lane: number }>('select lane from users where id = $1::uuid for no key update', [userId]);
  return rows[0]?.lane;
}

/** Ends waits for locks after this time, in the transaction. */
export async function limitLockWaits(run: RunSql, ms: number): Promise<void> {
  await run(`select set_config('lock_timeout', $1, true)`, [String(ms)]);
}

export async function saveLane(run: RunSql, userId: string, lane: number): Promise<void> {
  await run('update users set lane = $2::int where id = $1::uuid', [userId, lane]);
}

/** The numbers of an account's forms. */
export function findNumbers(run: RunSql, userId: string): Promise<FormNumber[]> {
  return run<FormNumber>(
    `select id as "formId", max_submissions_version as version from forms
     where user_id = $1::uuid and max_submissions is not null`,
    [userId],
  );
}

/** True if the directory lacks changes of forms. */
export async function hasAnnouncedForms(run: RunSql): Promise<boolean> {
  const rows = await run<{ is: boolean }>(`select exists (select from outbox where topic = 'form') as is`, []);
  return rows[0]?.is ?? false;
}

/** True if something of an account was stored directly that no counter shows yet. */
export async function hasUnflushed(run: RunSql, userId: string): Promise<boolean> {
  const rows = await run<{ is: boolean }>(
    `select exists (
       select from direct_batches cross join json_to_recordset(used) as part("userId" uuid)
       where flushed_at is null and part."userId" = $1::uuid
     ) as is`,
    [userId],
  );
  return rows[0]?.is ?? false;
}

const ownedSql = 'select submissions.id from submissions join forms on forms.id = form_id';

/** The submissions that other accounts have, of these. */
export async function findOfOthers(pool: Pool, ids: readonly string[], userId: string): Promise<Set<string>> {
  const text = `${ownedSql} where submissions.id = any($1::uuid[]) and user_id <> $2`;
  const { rows } = await pool.query<{ id: string }>(text, [ids, userId]);
  return new Set(rows.map(({ id }) => id));
}

/** The submissions that this account has, of these. */
export async function findOwn(pool: Pool, ids: readonly string[], userId: string): Promise<Set<string>> {
  const text = `${ownedSql} where submissions.id = any($1::uuid[]) and user_id = $2`;
  const { rows } = await pool.query<{ id: string }>(text, [ids, userId]);
  return new Set(rows.map(({ id }) => id));
}
