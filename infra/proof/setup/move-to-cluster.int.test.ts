import { addWaitingJobs } from '@inlet/ops/backup/waiting-jobs';
import { viewBacklog } from '@inlet/queue/backlog';
import { jobs } from '@inlet/queue/jobs';
import { createRedis } from '@inlet/redis/create-redis';
import { redisKeys } from '@inlet/redis/keys';
import { packBatch } from '@inlet/submissions/batch';
import { makeCounter, usedOf } from '@inlet/testing/counters';
import { startOwnCluster } from '@inlet/testing/own-cluster';
import { startOwnRedis } from '@inlet/testing/own-redis';
import { expect, it, onTestFinished } from 'vitest';
import { readProjectFile } from '#manifests/project-files.ts';

const prefix = 'inlet';

it('the documented command takes what one Redis has into a cluster', async () => {
  const old = await startOwnRedis();
  const from = await old.connect('client');
  const keys = redisKeys(prefix);
  const name = { userId: crypto.randomUUID(), month: '2026-11' };
  await makeCounter(from, keys, name, { submissions: 7, bytes: 700 });
  await addWaitingJobs(from, prefix, [{ name: 'store-submissions', id: 'waiting', data: packBatch([]) }]);

  const cluster = await startOwnCluster({ prefix, replicas: 0 });
  const { master } = await cluster.holders();
  const [, command = ''] = /redis-cli (--cluster import .*)$/m.exec(readProjectFile('docs/scaling.md')) ?? [];
  const words = command
    .replace('NODE:6379', `127.0.0.1:${master.port}`)
    .replace('OLD:6379', `127.0.0.1:${old.port}`)
    .split(' ');
  await cluster.tool(words);

  const redis = createRedis(cluster.url, {}, prefix);
  redis.on('error', () => undefined);
  onTestFinished(() => redis.disconnect());
  const { queue } = jobs['store-submissions'];
  expect(await viewBacklog(redis, keys, queue).look()).toMatchObject({ waiting: 1, failed: 0 });
  expect(await usedOf(redis, keys, name)).toEqual({ submissions: 7, bytes: 700 });
  // A copy: the old Redis still has everything.
  expect(await usedOf(from, keys, name)).toEqual({ submissions: 7, bytes: 700 });
});
