import { grantAccess } from '@inlet/db/grant-access';
import { migrate } from '@inlet/db/migrate';
import { runTask } from '@inlet/process/run-service';
import { loadMigrateConfig } from '#config.ts';

/** Brings the database to the schema of this release, and gives each service the rights that it needs there. */
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
