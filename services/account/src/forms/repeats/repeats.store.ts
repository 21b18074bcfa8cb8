import type { Pool } from 'pg';

export async function isStored(pool: Pool, submissionId: string): Promise<boolean> {
  const { rowCount } = await pool.query('select 1 from submissions where id = $1', [submissionId]);
  return rowCount === 1;
}
