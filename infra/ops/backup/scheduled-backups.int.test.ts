import { readdir, readFile, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { openDatabase } from '@inlet/db/database';
import { freePort } from '@inlet/local-servers/free-port';
import { waitUntil } from '@inlet/local-servers/wait-until';
import { createLifecycle } from '@inlet/process/lifecycle';
import { createLogger } from '@inlet/process/logger';
import { packBatch } from '@inlet/submissions/batch';
import { buildUser } from '@inlet/testing/build-user';
import { createDisposableFolder } from '@inlet/testing/disposable-folder';
import { createTestDatabase } from '@inlet/testing/test-database';
import { createTestRedis } from '@inlet/testing/test-redis';
import { Redis } from 'ioredis';
import { expect, it, onTestFinished } from 'vitest';
import { backUpInto, listBackups } from '#backup/backup-folder.ts';
import { ageOfBackups } from '#backup/backup-schedule.ts';
import { keepBackups } from '#backup/keep-backups.ts';
import { rehearseRestore } from '#backup/rehearse-restore.ts';
import { loadConfig } from '#backup/schedule-config.ts';
import { addWaitingJobs } from '#backup/waiting-jobs.ts';
import { verifyBackup } from '#backup/walk-backup.ts';

const dayMs = 86_400_000;
const oldName = (day: number) => `inlet-2026-01-0${day}T03-00-00-000Z.backup`;

/** Stores with one account and one waiting batch, and a folder. */
async function openStores() {
  const [database, redis, folder] = await Promise.all([
    createTestDatabase(),
    createTestRedis(),
    createDisposableFolder(),
  ]);
  onTestFinished(database.close);
  onTestFinished(redis.close);
  const owner = openDatabase({ url: database.url, maxConnections: 1, applicationName: 'test' });
  onTestFinished(owner.close);
  await buildUser(owner.prisma);
  const connection = new Redis(redis.url);
  onTestFinished(() => connection.disconnect());
  await addWaitingJobs(connection, redis.prefix, [{ name: 'store-submissions', id: 'waiting-1', data: packBatch([]) }]);
  return {
    folder,
    owner,
    stores: { databaseUrl: database.url, redisUrl: redis.url, redisPrefix: redis.prefix, redisLanes: 1 },
  };
}

async function placeOldBackups(folder: string, days: readonly number[]): Promise<void> {
  for (const day of days) {
    const path = join(folder, oldName(day));
    await writeFile(path, 'an earlier backup');
    await utimes(path, new Date(Date.now() - 9 * dayMs), new Date(Date.now() - 9 * dayMs));
  }
}

it('keeps the newest backups and removes the others, and nothing that is not its own', async () => {
  const { folder, stores } = await openStores();
  await placeOldBackups(folder, [1, 2]);
  await writeFile(join(folder, 'inlet.backup'), 'of somebody else');
  await writeFile(join(folder, `${oldName(3)}.unverified.unfinished`), 'of a process that was killed');
  const first = await backUpInto(folder, stores, 3);
  expect(first.removed).toEqual([]);
  expect(first.counts).toMatchObject({ users: 1, 'jobs of submissions': 1 });
  const second = await backUpInto(folder, stores, 3);
  expect(second.removed).toEqual([oldName(1)]);
  expect((await readdir(folder)).toSorted()).toEqual(
    ['inlet.backup', oldName(2), first.path, second.path].map((path) => path.split('/').at(-1)).toSorted(),
  );
});

it('removes nothing, and leaves nothing behind, where a backup fails', async () => {
  const { folder, stores } = await openStores();
  await placeOldBackups(folder, [1, 2, 3]);
  const without = `127.0.0.1:${await freePort()}`;
  await expect(
    backUpInto(folder, { ...stores, databaseUrl: `postgresql://inlet@${without}/inlet` }, 1),
  ).rejects.toThrow();
  await expect(backUpInto(folder, { ...stores, redisUrl: `redis://${without}` }, 1)).rejects.toThrow();
  expect((await readdir(folder)).toSorted()).toEqual([oldName(1), oldName(2), oldName(3)]);
});

it('writes one whenever it is due, and says how old the newest is', async () => {
  const { folder, stores } = await openStores();
  await placeOldBackups(folder, [1]);
  const env = { DATABASE_URL: stores.databaseUrl, REDIS_URL: stores.redisUrl, REDIS_PREFIX: stores.redisPrefix };
  const start = async (every: string) => {
    const lines: string[] = [];
    const logger = createLogger({ service: 'backup', level: 'info' }, { write: (line) => void lines.push(line) });
    const lifecycle = createLifecycle({ logger, deadlineMs: 60_000 });
    const config = loadConfig({ ...env, BACKUP_FOLDER: folder, BACKUP_EVERY: every, BACKUP_KEEP: '1' });
    await keepBackups({ config, logger, lifecycle });
    return { lines, close: () => lifecycle.close('the test is over') };
  };
  expect(await ageOfBackups(folder)).toBeNull();
  const notDue = await start('30d');
  // Closing waits for the current round.
  await notDue.close();
  expect(await listBackups(folder)).toEqual([oldName(1)]);
  const { ageSeconds = 0, everySeconds } = (await ageOfBackups(folder)) ?? {};
  expect(everySeconds).toBe(30 * 86_400);
  expect(ageSeconds).toBeGreaterThan(8 * 86_400);

  const due = await start('24h');
  await waitUntil(() => due.lines.join().includes('backup: written'), { what: 'a backup' });
  await due.close();
  const [newest, ...others] = await listBackups(folder);
  expect(newest).not.toBe(oldName(1));
  expect(others).toEqual([]);
  expect((await ageOfBackups(folder))?.ageSeconds).toBeLessThan(8 * 86_400);
});

it('rehearses a restore in a database of its own, which is gone afterwards', async () => {
  const { folder, stores, owner } = await openStores();
  const { path, counts } = await backUpInto(folder, stores, 1);
  // Later data is not in the backup, and causes no failure.
  await buildUser(owner.prisma);
  const rows = Object.entries(counts).reduce((sum, [name, count]) => sum + (name.startsWith('jobs') ? 0 : count), 0);
  expect(await rehearseRestore(stores.databaseUrl, path)).toMatchObject({ rows, jobs: 1 });
  expect(await owner.prisma.user.count()).toBe(2);
  const left = `select from pg_database where datname like 'inlet_rehearsal%'`;
  expect((await owner.pool.query(left)).rowCount).toBe(0);

  const bytes = await readFile(path);
  const damaged = join(folder, 'damaged.backup');
  await writeFile(damaged, bytes.subarray(0, -40));
  await expect(rehearseRestore(stores.databaseUrl, damaged)).rejects.toThrow('cut off');
  await expect(verifyBackup(damaged)).rejects.toThrow('cut off');
  expect((await owner.pool.query(left)).rowCount).toBe(0);
});
