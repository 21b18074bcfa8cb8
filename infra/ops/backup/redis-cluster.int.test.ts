import { join } from 'node:path';
import { createRedis } from '@inlet/redis/create-redis';
import { packBatch } from '@inlet/submissions/batch';
import { createDisposableFolder } from '@inlet/testing/disposable-folder';
import { createEmptyDatabase } from '@inlet/testing/empty-database';
import { startOwnCluster } from '@inlet/testing/own-cluster';
import { createTestDatabase } from '@inlet/testing/test-database';
import { expect, it, onTestFinished } from 'vitest';
import { restoreBackup } from '#backup/restore-backup.ts';
import { addWaitingJobs, readWaitingJobs } from '#backup/waiting-jobs.ts';
import { writeBackup } from '#backup/write-backup.ts';

it('a backup has the jobs that wait in a Redis Cluster, and a restore queues them in another slot', async () => {
  const [from, to] = ['saved', 'restored'];
  const cluster = await startOwnCluster({ prefix: from, replicas: 0 });
  const connect = (prefix: string) => {
    const redis = createRedis(cluster.url, {}, prefix);
    redis.on('error', () => undefined);
    onTestFinished(() => redis.disconnect());
    return redis;
  };
  const jobs = [{ name: 'store-submissions', id: 'waiting-1', data: packBatch([]) }];
  await addWaitingJobs(connect(from), from, jobs);
  const database = await createTestDatabase();
  onTestFinished(database.close);
  const path = join(await createDisposableFolder(), 'inlet.backup');
  const written = await writeBackup({ databaseUrl: database.url, redisUrl: cluster.url, redisPrefix: from }, path);
  expect(written).toMatchObject({ 'jobs of submissions': 1 });

  const stores = { databaseUrl: await createEmptyDatabase(), redisUrl: cluster.url, redisPrefix: to };
  expect(await restoreBackup(stores, path)).toEqual(written);
  const queued: unknown[] = [];
  await readWaitingJobs(connect(to), to, async (page) => void queued.push(...page));
  expect(queued).toEqual(JSON.parse(JSON.stringify(jobs)));
});
