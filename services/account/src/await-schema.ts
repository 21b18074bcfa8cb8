import { setTimeout as pause } from 'node:timers/promises';
import { missingMigrations } from '@inlet/db/schema-state';
import type { Logger } from '@inlet/process/logger';
import { runTask } from '@inlet/process/run-service';
import { loadSchemaTaskConfig } from '#config.ts';

const pauseMs = 1_000;

/** Exits when the database has the schema of this release: services start after it. */
await runTask({
  name: 'await-schema',
  loadConfig: loadSchemaTaskConfig,
  run: async ({ config, logger }) => {
    while (!(await isThere(config.DATABASE_URL, logger))) await pause(pauseMs);
  },
});

async function isThere(databaseUrl: string, logger: Logger): Promise<boolean> {
  try {
    const missing = await missingMigrations(databaseUrl);
    if (missing.length > 0) logger.info({ missing }, 'schema: waiting for migrations');
    return missing.length === 0;
  } catch (err) {
    logger.info({ err }, 'schema: waiting for the database');
    return false;
  }
}
