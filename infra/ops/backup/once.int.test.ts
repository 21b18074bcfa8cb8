import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { freePort } from '@inlet/local-servers/free-port';
import { createDisposableFolder } from '@inlet/testing/disposable-folder';
import { createTestDatabase } from '@inlet/testing/test-database';
import { createTestRedis } from '@inlet/testing/test-redis';
import { expect, it, onTestFinished } from 'vitest';
import { listBackups } from '#backup/backup-folder.ts';
import { ageOfBackups } from '#backup/backup-schedule.ts';

it('writes one backup, keeps the newest, and fails where a store is away', async () => {
  const [database, redis, folder] = await Promise.all([
    createTestDatabase(),
    createTestRedis(),
    createDisposableFolder(),
  ]);
  onTestFinished(database.close);
  onTestFinished(redis.close);
  const env = { DATABASE_URL: database.url, REDIS_URL: redis.url, REDIS_PREFIX: redis.prefix, BACKUP_FOLDER: folder };
  const run = (more: Readonly<Record<string, string>>) =>
    spawnSync(process.execPath, [fileURLToPath(import.meta.resolve('#backup/once.ts'))], { env: { ...env, ...more } });

  expect(run({}).status).toBe(0);
  const [first] = await listBackups(folder);
  expect(run({ BACKUP_KEEP: '1' }).status).toBe(0);
  const kept = await listBackups(folder);
  expect([kept.length, kept.includes(first ?? '')]).toEqual([1, false]);
  expect(await ageOfBackups(folder)).toMatchObject({ everySeconds: 86_400 });

  const { status, stdout } = run({ BACKUP_KEEP: '1', REDIS_URL: `redis://127.0.0.1:${await freePort()}` });
  expect(status).toBe(1);
  expect(stdout.toString()).toContain('"level":60');
  expect(await listBackups(folder)).toEqual(kept);
});
