import { transaction } from '@inlet/db/transaction';
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
  return transaction(pool, async (client) => {
    const mark = await takeMark(client, formId);
    return mark && work(client, mark);
  });
}
