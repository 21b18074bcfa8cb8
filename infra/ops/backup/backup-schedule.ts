import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod';
import { newestBackupMs } from '#backup/backup-folder.ts';

const scheduleSchema = z.object({
  everySeconds: z.number().positive(),
  /** The time when this interval was set. */
  since: z.iso.datetime(),
});

/** A backup that is this much behind its schedule is late; the alert BackupOld uses the same margin. */
export const lateAfterSeconds = 6 * 3_600;

const fileName = 'schedule.json';

/** Writes to the folder how often a backup is due, so that other processes know if one is missing. */
export async function noteSchedule(folder: string, everySeconds: number): Promise<void> {
  const noted = await readSchedule(folder);
  if (noted?.everySeconds === everySeconds) return;
  const schedule = { everySeconds, since: new Date().toISOString() } satisfies z.output<typeof scheduleSchema>;
  await writeFile(join(folder, fileName), `${JSON.stringify(schedule)}\n`);
}

/** The age of the newest backup, and the interval; null without a schedule. */
export async function ageOfBackups(folder: string): Promise<{ ageSeconds: number; everySeconds: number } | null> {
  const schedule = await readSchedule(folder);
  if (schedule === null) return null;
  const latestMs = (await newestBackupMs(folder)) ?? Date.parse(schedule.since);
  return { ageSeconds: Math.max(0, (Date.now() - latestMs) / 1_000), everySeconds: schedule.everySeconds };
}

async function readSchedule(folder: string) {
  const text = await readFile(join(folder, fileName), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw error;
  });
  return text === null ? null : scheduleSchema.parse(JSON.parse(text));
}
