import { join } from 'node:path';
import { projectRoot, readLocalConfig } from '@inlet/local/config';
import { serviceDatabaseUrls } from '@inlet/local/database-roles';
import { explain } from '@inlet/local/run-command';
import { runNode } from '@inlet/local/run-program';
import { readRuntime } from '@inlet/local/runtime-file';
import { readSecrets } from '@inlet/local/secrets';

/** Sends submissions that the database refused through the queue again, in the product that is running. */
try {
  const config = readLocalConfig();
  const runtime = readRuntime(config.dataDir);
  if (!runtime) throw new Error(`Nothing is running on ${config.dataDir}: begin with npm start`);
  const env = {
    DATABASE_URL: serviceDatabaseUrls(config, runtime.databaseUrl, readSecrets(config.dataDir)).worker,
    REDIS_URL: runtime.redisUrl,
    REDIS_PREFIX: config.redisPrefix,
    LOG_LEVEL: 'warn',
  };
  const { code } = await runNode([join(projectRoot, 'services/worker/src/replay.ts')], { env });
  process.exitCode = code;
} catch (error) {
  explain(error);
  process.exitCode = 1;
}
