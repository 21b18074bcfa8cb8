import { transaction } from '@inlet/db/transaction';
import type { Pool, PoolClient } from 'pg';
import { takeWatermark, type Watermark } from '#search/search.store.ts';

/**
 * Runs work in a transaction that holds the form's watermark; resolves to null if another worker holds it, or
 * the form is gone.
 */
export async function withWatermark<T>(
  pool: Pool,
  formId: string,
  work: (client: PoolClient, watermark: Watermark) => Promise<T>,
): Promise<T | null> {
  return transaction(pool, async (client) => {
    const watermark = await takeWatermark(client, formId);
    return watermark && work(client, watermark);
  });
}
