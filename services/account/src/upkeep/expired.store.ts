import type { Pool } from 'pg';

/**
 * Where something that is over is found, with the condition that says so. Invitations stay for a year longer: whoever
 * has one is not in the line of the waitlist, and would be mailed again as soon as it was gone. One that was used stays
 * as long as the account that came by it.
 */
const expired = {
  sessions: 'expires_at < now()',
  mail_tokens: 'expires_at < now()',
  invitations: `used_at is null and expires_at < now() - interval '1 year'`,
} as const;
export type ExpiringTable = keyof typeof expired;
export const expiringTables = Object.keys(expired) as readonly ExpiringTable[];

/**
 * Removes some of what is over, and answers how many. Whoever is at work on a row keeps it for now. There is no index by
 * time: it would be written at each refresh of a session, where this reads the table once an hour.
 */
export async function removeExpired(pool: Pool, table: ExpiringTable, limit: number): Promise<number> {
  const { rowCount } = await pool.query(
    `delete from ${table} where id = any (array(
       select id from ${table} where ${expired[table]} limit $1 for update skip locked
     ))`,
    [limit],
  );
  return rowCount ?? 0;
}
