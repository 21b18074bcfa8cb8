import { transaction } from '@inlet/db/transaction';
import type { Pool } from 'pg';
import { removeLeftBlocks } from '#search/index-rows.ts';
import { deleteUnused, findUnused, resetUnused } from '#search/search.store.ts';

/**
 * Drops the index of forms that nobody has searched for 30 days. The watermark goes first, so that no search relies on
 * blocks that are half gone; a search that comes meanwhile keeps the index, which is then built anew.
 */
export async function dropUnused(pool: Pool, mayGoOn: () => Promise<boolean>): Promise<void> {
  for (const formId of await findUnused(pool)) {
    if (!(await transaction(pool, (client) => resetUnused(client, formId)))) continue;
    let mayHaveMore = true;
    while (mayHaveMore && (await mayGoOn())) mayHaveMore = await removeLeftBlocks(pool, formId);
    if (!mayHaveMore) await transaction(pool, (client) => deleteUnused(client, formId));
  }
}
