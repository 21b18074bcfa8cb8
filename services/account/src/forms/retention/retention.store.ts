import type { Form, Prisma, User } from '@inlet/db/client';
import { countExpiredSql } from '@inlet/submissions/expired-sql';
import type { Pool } from 'pg';

/** Counts the submissions of a form that are older than this many days, up to a limit. */
export async function countExpired(pool: Pool, formId: string, days: number, limit: number): Promise<number> {
  const { rows } = await pool.query<{ count: number }>(countExpiredSql, [formId, days, limit]);
  return rows[0]?.count ?? 0;
}

export function saveRetention(tx: Prisma.TransactionClient, id: string, retentionDays: number | null): Promise<Form> {
  return tx.form.update({ where: { id }, data: { retentionDays } });
}

export function saveDefault(
  tx: Prisma.TransactionClient,
  id: string,
  defaultRetentionDays: number | null,
): Promise<User> {
  return tx.user.update({ where: { id }, data: { defaultRetentionDays } });
}
