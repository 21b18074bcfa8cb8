import type { Pool, PoolClient } from 'pg';
import { type Mark, takeMark } from '#search/search.store.ts';

/**
 * Does a piece of work in a transaction that holds the form's mark, which nobody else moves meanwhile; answers null where
 * another worker holds it, or the form is gone.
 */
export async function withMark<T>(
  pool: Pool,
  formId: string,
  work: (client: PoolClient, mark: Mark) => Promise<T>,
): Promise<T | null> {
  const client = await pool.connect();
  try {
    await client.query('begin');
    const mark = await takeMark(client, formId);
    const result = mark && (await work(client, mark));
    await client.query('commit');
    client.release();
    return result;
  } catch (error) {
    // A connection in an unknown state is not used again; without it the server takes the transaction back.
    client.release(true);
    throw error;
  }
}
