import type pg from 'pg';
import type { Prisma } from '#generated/client.ts';

/** Gives the statements of a transaction a time limit of their own, in place of the pool's. */
export async function limitStatements(tx: Prisma.TransactionClient, timeoutMs: number): Promise<void> {
  await tx.$executeRawUnsafe(`set local statement_timeout = ${timeoutMs}`);
}

/** Runs one statement with a time limit of its own, in place of the pool's. */
export async function queryWithin<Row extends pg.QueryResultRow>(
  pool: pg.Pool,
  timeoutMs: number,
  query: pg.QueryConfig,
): Promise<pg.QueryResult<Row>> {
  const client = await pool.connect();
  try {
    await client.query(`begin; set local statement_timeout = ${timeoutMs}`);
    const result = await client.query<Row>(query);
    await client.query('commit');
    client.release();
    return result;
  } catch (error) {
    // A connection in an unknown state is not used again.
    client.release(true);
    throw error;
  }
}
