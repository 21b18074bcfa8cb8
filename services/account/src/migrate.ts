import { grantAccess } from '@inlet/db/grant-access';
import { migrate } from '@inlet/db/migrate';
import { runTask } from '@inlet/process/run-service';
import { loadMigrateConfig } from '#config.ts';

/** Migrates the database to the schema of this release, and grants each service its privileges. */
await runTask({
  name: 'migrate',
  loadConfig: loadMigrateConfig,
  run: async ({ config, logger }) => {
    const applied = await migrate(config.DATABASE_URL);
    await grantAccess(config.DATABASE_URL, {
      account: config.ACCOUNT_DATABASE_URL,
      worker: config.WORKER_DATABASE_URL,
    });
    logger.info({ applied }, 'migrate: schema is current');
  },
});
