import { type LocalConfig, readLocalConfig } from '@inlet/local/config';
import { serviceDatabaseUrls } from '@inlet/local/database-roles';
import { type Runtime, readRuntime } from '@inlet/local/runtime-file';
import { readSecrets } from '@inlet/local/secrets';
import type { Stores } from '#backup/stores.ts';

/** The product that runs from the data folder; fails with one sentence if there is none. */
export function runningProduct(otherwise = ''): { config: LocalConfig; runtime: Runtime } {
  const { dataDir } = readLocalConfig();
  const runtime = readRuntime(dataDir);
  if (!runtime) throw new Error(`Nothing is running on ${dataDir}: begin with npm start${otherwise}`);
  return { config: readLocalConfig({ ...settingsOf(runtime), ...process.env }), runtime };
}

/** What the start was given and this terminal may lack. */
function settingsOf({ urls }: Runtime): Record<string, string> {
  const hasStripe = urls.stripe !== null || process.env.STRIPE_SECRET_KEY !== undefined;
  return { PORT: new URL(urls.gateway).port || '80', ...(!hasStripe && { BILLING: 'off' }) };
}

/** The environment of a program that joins the services of the running product. */
export function surroundingsOf({ config, runtime: { databaseUrl, redisUrl } }: ReturnType<typeof runningProduct>) {
  const secrets = readSecrets(config.dataDir);
  const databaseUrls = serviceDatabaseUrls(config, databaseUrl, secrets);
  return { config, mode: 'start', databaseUrls, redisUrl, secrets } as const;
}

/** The stores in DATABASE_URL and REDIS_URL, otherwise those of the running product. */
export function namedStores(): Stores {
  const { dataDir, databaseUrl, redisUrl, redisPrefix, redisLanes } = readLocalConfig();
  const runtime = readRuntime(dataDir);
  const [database, redis] = [databaseUrl ?? runtime?.databaseUrl, redisUrl ?? runtime?.redisUrl];
  if (database !== undefined && redis !== undefined) {
    return { databaseUrl: database, redisUrl: redis, redisPrefix, redisLanes };
  }
  throw new Error(`Nothing is running on ${dataDir}: begin with npm start, or set DATABASE_URL and REDIS_URL`);
}
