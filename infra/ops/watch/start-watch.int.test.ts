import { mkdir, rm, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { waitUntil } from '@inlet/local-servers/wait-until';
import { createLifecycle } from '@inlet/process/lifecycle';
import { createLogger } from '@inlet/process/logger';
import { createDisposableFolder } from '@inlet/testing/disposable-folder';
import { expect, it, onTestFinished } from 'vitest';
import { noteSchedule } from '#backup/backup-schedule.ts';
import { loadConfig } from '#watch/config.ts';
import { startSecureFront } from '#watch/secure-front.test-setup.ts';
import { startWatch } from '#watch/start-watch.ts';

const day = 86_400;

async function openWatch(publicUrl: string) {
  const folder = await createDisposableFolder();
  const [backups, store] = [join(folder, 'backups'), join(folder, 'store')];
  for (const each of [backups, store]) await mkdir(each);
  const logger = createLogger({ service: 'watch', level: 'silent' });
  const lifecycle = createLifecycle({ logger, deadlineMs: 60_000 });
  onTestFinished(async () => void (await lifecycle.close('the test is over')));
  const env = { HOST: '127.0.0.1', PORT: '0', PUBLIC_URL: publicUrl, BACKUP_FOLDER: backups };
  const config = loadConfig({ ...env, VOLUMES: `postgres=${store},redis=${join(folder, 'nowhere')}` });
  const { port } = await startWatch({ config, logger, lifecycle });
  const read = async () => (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
  const value = async (name: string) => {
    const [, found] = (await read()).match(new RegExp(`^inlet_${name}\\{.*\\} (\\S+)$`, 'm')) ?? [];
    return found === undefined ? null : Number(found);
  };
  return { backups, store, read, value };
}

it('tells the room of each volume that is there', async () => {
  const { value, read } = await openWatch('http://localhost');
  const [size = 0, free = 0] = [await value('volume_bytes'), await value('volume_free_bytes')].map(Number);
  expect(free).toBeGreaterThan(0);
  expect(size).toBeGreaterThanOrEqual(free);
  const text = await read();
  expect(text).toContain('inlet_volume_free_bytes{volume="postgres",service="watch"}');
  expect(text).not.toContain('volume="redis"');
});

it('tells the age of the newest backup once backups are scheduled, also before there is any', async () => {
  const { value, backups } = await openWatch('http://localhost');
  expect(await value('backup_age_seconds')).toBeNull();
  await noteSchedule(backups, day);
  expect(await value('backup_age_seconds')).toBeLessThan(day);
  expect(await value('backup_every_seconds')).toBe(day);
  const path = join(backups, 'inlet-2026-01-01T03-00-00-000Z.backup');
  await writeFile(path, '');
  const threeDaysAgo = new Date(Date.now() - 3 * day * 1_000);
  await utimes(path, threeDaysAgo, threeDaysAgo);
  expect(await value('backup_age_seconds')).toBeGreaterThan(2.9 * day);
  await rm(path);
  expect(await value('backup_age_seconds')).toBeLessThan(day);
});

it('tells when the certificate of the public address ends, and nothing where there is none', async () => {
  const front = await startSecureFront(10);
  onTestFinished(front.close);
  const { value } = await openWatch(front.url);
  const left = await waitUntil(() => value('certificate_left_seconds'), { what: 'the certificate' });
  expect(left / day).toBeGreaterThan(9.9);
  expect(left / day).toBeLessThanOrEqual(10);
  expect(await (await openWatch('http://localhost')).value('certificate_left_seconds')).toBeNull();
});
