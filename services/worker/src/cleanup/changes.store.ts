import { changeDaysMax } from '@inlet/contracts/changes';
import { hasFirstPartition } from '@inlet/db/partitions';
import type { Pool } from 'pg';

/** Removes some of the changes from before the upgrade that are too old, and returns how many. */
export async function removeOldChanges(pool: Pool, limit: number): Promise<number> {
  const { rowCount } = await pool.query(
    `delete from changes using (
       select user_id, first_position, at from changes
       where ${hasFirstPartition('changes')} and at < now() - interval '${changeDaysMax} days' limit $1
     ) as old
     where changes.user_id = old.user_id and changes.first_position = old.first_position and changes.at = old.at`,
    [limit],
  );
  return rowCount ?? 0;
}

/** Deleted accounts that still have changes. */
export async function findLeftAccounts(pool: Pool): Promise<string[]> {
  const { rows } = await pool.query<{ userId: string }>(
    `select user_id as "userId" from change_heads
     where not exists (select from users where users.id = change_heads.user_id)`,
  );
  return rows.map(({ userId }) => userId);
}

/** Removes some of an account's changes, and returns how many. */
export async function removeChangesOf(pool: Pool, userId: string, limit: number): Promise<number> {
  const { rowCount } = await pool.query(
    `delete from changes where user_id = $1 and first_position = any (array(
       select first_position from changes where user_id = $1 order by first_position limit $2
     ))`,
    [userId, limit],
  );
  return rowCount ?? 0;
}

export async function removeHead(pool: Pool, userId: string): Promise<void> {
  await pool.query('delete from change_heads where user_id = $1', [userId]);
}
