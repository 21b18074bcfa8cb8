import { readLocalConfig } from '@inlet/local/config';
import { readRuntime } from '@inlet/local/runtime-file';
import { repeatAfter } from '#backup/repeat-after.ts';

/**
 * After a restore by other means, such as `pg_restore`: erases again what was erased since, in the stores that
 * DATABASE_URL and REDIS_URL name, before any service runs on them.
 */
export async function repeatErasures(): Promise<number> {
  const config = readLocalConfig();
  const runtime = readRuntime(config.dataDir);
  const [databaseUrl, redisUrl] = [config.databaseUrl ?? runtime?.databaseUrl, config.redisUrl ?? runtime?.redisUrl];
  if (databaseUrl === undefined || redisUrl === undefined) throw new Error('Set DATABASE_URL and REDIS_URL');
  await repeatAfter(config, { databaseUrl, redisUrl, redisPrefix: config.redisPrefix }, console.log);
  return 0;
}
