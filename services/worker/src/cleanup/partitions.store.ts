import type { Pool } from 'pg';

/** Makes one partition that is missing or drops one that is too old, and returns its name; null where all is done. */
export async function keepOne(pool: Pool): Promise<string | null> {
  const { rows } = await pool.query<{ name: string | null }>('select keep_partitions() as name');
  return rows[0]?.name ?? null;
}

/** Counts tables that lack a partition two periods ahead, or still have an expired one. */
export async function countLate(pool: Pool): Promise<number> {
  const { rows } = await pool.query<{ count: number }>('select count(*)::int as count from late_partitions()');
  return rows[0]?.count ?? 0;
}
