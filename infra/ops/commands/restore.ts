import { readLocalConfig } from '@inlet/local/config';
import { claimDataDir, endLeftovers } from '@inlet/local/data-dir';
import { createPidTable } from '@inlet/local/runtime-file';
import { startPostgres, startRedis } from '@inlet/local/servers';
import { repeatAfter } from '#backup/repeat-after.ts';
import { restoreBackup } from '#backup/restore-backup.ts';
import { namedStores } from '#commands/running-product.ts';

/**
 * Restores a backup to a new data folder, or to the empty stores in DATABASE_URL and REDIS_URL: `INLET_DATA_DIR=new npm
 * run restore -- FILE`. The product then starts on it as on any other data.
 */
export async function restore([path]: readonly string[]): Promise<number> {
  if (path === undefined) throw new Error('Usage: npm run restore -- FILE');
  const config = readLocalConfig();
  const parts = new AsyncDisposableStack();
  try {
    parts.defer(claimDataDir(config.dataDir));
    await endLeftovers(config.dataDir);
    const options = { config, onStarted: createPidTable(config.dataDir).note };
    const postgres = await startPostgres(options);
    parts.defer(postgres.stop);
    const redis = await startRedis(options);
    parts.defer(redis.stop);
    const { redisPrefix, redisLanes } = config;
    const stores = { databaseUrl: postgres.url, redisUrl: redis.url, redisPrefix, redisLanes };
    const counts = await restoreBackup(stores, path);
    for (const [name, count] of Object.entries(counts)) if (count > 0) console.log(`${count} ${name}`);
    await repeatAfter(config, stores);
    console.log('Restored');
    return 0;
  } finally {
    await parts.disposeAsync();
  }
}

/**
 * After a restore by other means, such as `pg_restore`: repeats the erasures since the backup in the stores of
 * DATABASE_URL and REDIS_URL, before any service runs on them.
 */
export async function repeatErasures(): Promise<number> {
  await repeatAfter(readLocalConfig(), namedStores());
  return 0;
}
