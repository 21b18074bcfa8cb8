import { readLocalConfig } from '@inlet/local/config';
import { repeatAfter } from '#backup/repeat-after.ts';
import { namedStores } from '#commands/running-product.ts';

/**
 * After a restore by other means, such as `pg_restore`: erases again what was erased since, in the stores that
 * DATABASE_URL and REDIS_URL name, before any service runs on them.
 */
export async function repeatErasures(): Promise<number> {
  await repeatAfter(readLocalConfig(), namedStores(), console.log);
  return 0;
}
