import { readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { syncFolder } from '@inlet/process/sync-folder';
import type { Stores } from '#backup/stores.ts';
import { verifyBackup } from '#backup/walk-backup.ts';
import { writeBackup } from '#backup/write-backup.ts';

/** Names of scheduled backups, which sort by time; other files in the folder are never removed. */
const namePattern = /^inlet-\d{4}-\d\d-\d\dT[\d-]+Z\.backup$/;
const unverified = '.unverified';
/** The partial file of a backup that was killed. */
const leftoverPattern = /^inlet-\d{4}-\d\d-\d\dT[\d-]+Z\.backup\.unverified(\.unfinished)?$/;

export const backupName = (at = new Date()) => `inlet-${at.toISOString().replaceAll(/[:.]/g, '-')}.backup`;

/** The verified backups of a folder, newest first; empty without such a folder. */
export async function listBackups(folder: string): Promise<string[]> {
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  return names
    .filter((name) => namePattern.test(name))
    .toSorted()
    .toReversed();
}

/** The time when the newest backup was complete, in milliseconds; null without any. */
export async function newestBackupMs(folder: string): Promise<number | null> {
  const [newest] = await listBackups(folder);
  return newest === undefined ? null : (await stat(join(folder, newest))).mtimeMs;
}

/**
 * Writes a backup to a folder, reads it again, and only then removes all but the newest `keep` backups. A backup that
 * fails leaves the others as they are.
 */
export async function backUpInto(folder: string, stores: Stores, keep: number) {
  await removeAll(
    folder,
    (await readdir(folder)).filter((name) => leftoverPattern.test(name)),
  );
  const path = join(folder, backupName());
  const draft = `${path}${unverified}`;
  try {
    const counts = await writeBackup(stores, draft);
    await verifyBackup(draft);
    await rename(draft, path);
    await syncFolder(folder);
    const removed = (await listBackups(folder)).slice(keep);
    await removeAll(folder, removed);
    return { path, counts, removed };
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
}

async function removeAll(folder: string, names: readonly string[]): Promise<void> {
  for (const name of names) await rm(join(folder, name), { force: true });
}
