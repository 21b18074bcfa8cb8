import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { createRedis } from '@inlet/redis/create-redis';
import { packBatch } from '@inlet/submissions/batch';
import { createDisposableFolder } from '@inlet/testing/disposable-folder';
import { createEmptyDatabase } from '@inlet/testing/empty-database';
import { startOwnCluster } from '@inlet/testing/own-cluster';
import { createTestDatabase } from '@inlet/testing/test-database';
import pg from 'pg';
import { expect, it, onTestFinished } from 'vitest';
import { restoreBackup } from '#backup/restore-backup.ts';
import { addWaitingJobs, readWaitingJobs } from '#backup/waiting-jobs.ts';
import { writeBackup } from '#backup/write-backup.ts';

function connect(url: string, prefix: string) {
  const redis = createRedis(url, {}, prefix);
  redis.on('error', () => undefined);
  onTestFinished(() => redis.disconnect());
  return redis;
}

async function waitingIn(url: string, prefix: string): Promise<string[]> {
  const ids: string[] = [];
  await readWaitingJobs(connect(url, prefix), prefix, async (page) => void ids.push(...page.map(({ id }) => id)));
  return ids.toSorted();
}

async function openClient(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  onTestFinished(() => client.end());
  return client;
}

function jobOf(userId: string, id: string) {
  const rest = { origin: null, userAgent: null, isSpam: false, subject: null, replyTo: null };
  const submission = { ...rest, id: randomUUID(), formId: randomUUID(), userId, receivedAtMs: Date.now(), json: '{}' };
  return { name: 'store-submissions', id, data: packBatch([submission]) };
}

it('a backup has the jobs that wait in every lane of a Redis Cluster, and a restore queues each in its lane', async () => {
  const [from, to, single] = ['saved', 'restored', 'single'];
  const { url } = await startOwnCluster({ prefix: from, replicas: 0 });
  const database = await createTestDatabase();
  onTestFinished(database.close);
  const [stayed, moved] = [randomUUID(), randomUUID()];
  const accounts = await openClient(database.url);
  await accounts.query(
    `insert into users (id, email, password_hash, lane)
     values ($1, 'stayed@x.test', '-', 0), ($2, 'moved@x.test', '-', 1)`,
    [stayed, moved],
  );
  const unread = { name: 'store-submissions', id: 'unread', data: { old: true } };
  await addWaitingJobs(connect(url, from), from, [jobOf(stayed, 'stayed'), unread]);
  await addWaitingJobs(connect(url, `${from}:1`), `${from}:1`, [jobOf(moved, 'moved')]);

  const path = join(await createDisposableFolder(), 'inlet.backup');
  const stores = { redisUrl: url, redisLanes: 2 };
  const written = await writeBackup({ ...stores, databaseUrl: database.url, redisPrefix: from }, path);
  expect(written).toMatchObject({ 'jobs of submissions': 3 });

  const restored = { ...stores, databaseUrl: await createEmptyDatabase(), redisPrefix: to };
  expect(await restoreBackup(restored, path)).toEqual(written);
  expect(await waitingIn(url, to)).toEqual(['stayed', 'unread']);
  expect(await waitingIn(url, `${to}:1`)).toEqual(['moved']);

  const again = { ...restored, databaseUrl: await createEmptyDatabase() };
  const left = connect(url, to);
  await left.unlink(await left.keys(`{${to}}:*`));
  await expect(restoreBackup(again, path)).rejects.toThrow('Redis holds keys of an installation already');

  const databaseUrl = await createEmptyDatabase();
  await restoreBackup({ databaseUrl, redisUrl: url, redisPrefix: single, redisLanes: 1 }, path);
  expect(await waitingIn(url, single)).toEqual(['moved', 'stayed', 'unread']);
  const client = await openClient(databaseUrl);
  expect((await client.query('select distinct lane from users')).rows).toEqual([{ lane: 0 }]);
});
