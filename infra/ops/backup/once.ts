import { runTask } from '@inlet/process/run-service';
import { backUpInto } from '#backup/backup-folder.ts';
import { noteSchedule } from '#backup/backup-schedule.ts';
import { loadConfig, storesOf } from '#backup/schedule-config.ts';

/** Writes one backup and keeps the newest ones; a scheduler such as a CronJob decides when. */
await runTask({
  name: 'backup',
  loadConfig,
  run: async ({ config, logger }) => {
    const stores = storesOf(config);
    await noteSchedule(config.BACKUP_FOLDER, config.BACKUP_EVERY);
    const { path, removed } = await backUpInto(config.BACKUP_FOLDER, stores, config.BACKUP_KEEP);
    logger.info({ path, removed }, 'backup: written');
  },
});
