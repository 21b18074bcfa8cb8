import { writeBackup } from '#backup/write-backup.ts';
import { namedStores } from '#commands/running-product.ts';

/**
 * Writes a backup of the product that runs, or of the stores that DATABASE_URL and REDIS_URL name:
 * `npm run backup -- FILE`.
 */
export async function backup([file]: readonly string[]): Promise<number> {
  const path = file ?? `inlet-${new Date().toISOString().replaceAll(/[:.]/g, '-')}.backup`;
  const counts = await writeBackup(namedStores(), path);
  for (const [name, count] of Object.entries(counts)) if (count > 0) console.log(`${count} ${name}`);
  console.log(`Written to ${path}, without ENCRYPTION_KEYS: keep them elsewhere (docs/runbooks/restoring.md)`);
  return 0;
}
