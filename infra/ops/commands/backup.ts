import { readLocalConfig } from '@inlet/local/config';
import { readRuntime } from '@inlet/local/runtime-file';
import { writeBackup } from '#backup/write-backup.ts';

/**
 * Writes a backup of the product that runs, or of the stores that DATABASE_URL and REDIS_URL name:
 * `npm run backup -- FILE`.
 */
export async function backup([file]: readonly string[]): Promise<number> {
  const path = file ?? `inlet-${new Date().toISOString().replaceAll(/[:.]/g, '-')}.backup`;
  const { dataDir, databaseUrl, redisUrl, redisPrefix } = readLocalConfig();
  const runtime = readRuntime(dataDir);
  const [database, redis] = [databaseUrl ?? runtime?.databaseUrl, redisUrl ?? runtime?.redisUrl];
  if (database === undefined || redis === undefined) {
    throw new Error(`Nothing is running on ${dataDir}: begin with npm start, or set DATABASE_URL and REDIS_URL`);
  }
  const counts = await writeBackup({ databaseUrl: database, redisUrl: redis, redisPrefix }, path);
  for (const [name, count] of Object.entries(counts)) if (count > 0) console.log(`${count} ${name}`);
  console.log(`Written to ${path}, without ENCRYPTION_KEYS: keep them elsewhere (docs/runbooks/restoring.md)`);
  return 0;
}
