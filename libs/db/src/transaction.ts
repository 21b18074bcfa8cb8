import type pg from 'pg';
import type { Connectable } from '#cancellable.ts';

export interface TransactionOptions {
  /** The timeout of each statement, in place of the pool's. */
  readonly statementTimeoutMs?: number;
  /** The timeout for a lock. */
  readonly lockTimeoutMs?: number;
}

/** Runs work in a transaction on one connection of the pool: commits when it resolves, rolls back when it rejects. */
export async function transaction<T>(
  pool: Connectable,
  work: (client: pg.PoolClient) => Promise<T>,
  { statementTimeoutMs, lockTimeoutMs }: TransactionOptions = {},
): Promise<T> {
  const client = await pool.connect();
  try {
    const limits = Object.entries({ statement_timeout: statementTimeoutMs, lock_timeout: lockTimeoutMs });
    const settings = limits.flatMap(([name, ms]) => (ms === undefined ? [] : [`set local ${name} = ${ms}`]));
    await client.query(['begin', ...settings].join('; '));
    const result = await work(client);
    await client.query('commit');
    client.release();
    return result;
  } catch (error) {
    // A connection in an unknown state is not reused; the server rolls back when it closes.
    client.release(true);
    throw error;
  }
}

/** Runs part of a transaction: if it rejects, its changes are rolled back, and the transaction continues. */
export async function savepoint<T>(client: pg.PoolClient, work: () => Promise<T>): Promise<T> {
  await client.query('savepoint part');
  try {
    const result = await work();
    await client.query('release savepoint part');
    return result;
  } catch (error) {
    await client.query('rollback to savepoint part; release savepoint part');
    throw error;
  }
}
