import { migrate } from '@inlet/db/migrate';
import { runTask } from '@inlet/service/run-service';
import { loadSchemaTaskConfig } from '#config.ts';

/** Brings the database to the schema of this release. */
await runTask({
  name: 'migrate',
  loadConfig: loadSchemaTaskConfig,
  run: async ({ config, logger }) => {
    const applied = await migrate(config.DATABASE_URL);
    logger.info({ applied }, 'the schema is that of this release');
  },
});
