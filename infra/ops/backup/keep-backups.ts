import { startBackgroundLoop } from '@inlet/process/background-loop';
import type { ServiceContext } from '@inlet/process/run-service';
import { backUpInto, newestBackupMs } from '#backup/backup-folder.ts';
import { noteSchedule } from '#backup/backup-schedule.ts';
import { type ScheduleConfig, storesOf } from '#backup/schedule-config.ts';

const lookEveryMs = 20_000;
/** A backup reads everything, so after a failure the next attempt waits. */
const retryMs = 10 * 60_000;

/** Writes a backup whenever it is due, until the process ends. A restart starts no backup that is not due. */
export async function keepBackups({ config, logger, lifecycle }: ServiceContext<ScheduleConfig>): Promise<void> {
  const { BACKUP_FOLDER: folder, BACKUP_EVERY: everySeconds, BACKUP_KEEP: keep } = config;
  const stores = storesOf(config);
  await noteSchedule(folder, everySeconds);
  const loop = startBackgroundLoop(
    { intervalMs: lookEveryMs, retryMs, logger, complaint: 'backup: failed' },
    async () => {
      const latestMs = (await newestBackupMs(folder)) ?? Number.NEGATIVE_INFINITY;
      if (Date.now() - latestMs < everySeconds * 1_000) return;
      const { path, counts, removed } = await backUpInto(folder, stores, keep);
      logger.info(
        { path, rows: Object.values(counts).reduce((sum, count) => sum + count, 0), removed },
        'backup: written',
      );
    },
  );
  lifecycle.onClose('finish work', 'backup', loop.close);
}
