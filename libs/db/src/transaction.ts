import type pg from 'pg';

export interface TransactionOptions {
  /** Longest time of each statement, in place of the pool's. */
  readonly statementTimeoutMs?: number;
}

/** Runs work in a transaction on one connection of the pool: commits when it resolves, rolls back when it rejects. */
export async function transaction<T>(
  pool: pg.Pool,
  work: (client: pg.PoolClient) => Promise<T>,
  { statementTimeoutMs }: TransactionOptions = {},
): Promise<T> {
  const client = await pool.connect();
  try {
    const limit = statementTimeoutMs === undefined ? '' : `; set local statement_timeout = ${statementTimeoutMs}`;
    await client.query(`begin${limit}`);
    const result = await work(client);
    await client.query('commit');
    client.release();
    return result;
  } catch (error) {
    // A connection in an unknown state is not used again; without it the server rolls back.
    client.release(true);
    throw error;
  }
}
