import { startOwnCluster } from '@inlet/testing/own-cluster';
import { expect, it } from 'vitest';
import { lookAtRedis } from '#doctor/look-at-redis.ts';

const prefix = 'doctor';

it('says where the keys are in a Redis Cluster, and what would stop it', async () => {
  const cluster = await startOwnCluster({ prefix, replicas: 0, persistent: true });
  const { slot, master } = await cluster.holders();
  const look = async (url = cluster.url) =>
    (await lookAtRedis(url, prefix)).map(({ level, says }) => `${level}: ${says}`);
  const place = `All keys are in slot ${slot} of the Redis Cluster, at 127.0.0.1:${master.port}`;
  const noDirectory = expect.stringMatching(/^warning: The form directory in Redis is not complete/);
  expect(await look()).toEqual([
    expect.stringMatching(/^fine: Redis .* answers, and what it confirms is on disk/),
    `warning: ${place}, and no replica follows it`,
    noDirectory,
  ]);

  const other = await cluster.otherMaster();
  await master.admin.config('SET', 'cluster-require-full-coverage', 'yes');
  expect(await look()).toContain(
    'fault: The loss of any master stops the whole Redis Cluster (cluster-require-full-coverage yes)',
  );
  await master.admin.config('SET', 'cluster-require-full-coverage', 'no');

  expect(await look(master.url)).toContain('fault: REDIS_URL is a single node of a Redis Cluster');
  await cluster.moveSlot(other, async () => {
    const [finding, ...others] = await lookAtRedis(cluster.url, prefix);
    expect(finding?.says).toContain('Redis answers and refuses: ASK');
    expect(finding?.next).toContain('The keys are moving to another node');
    expect(others).toEqual([]);
  });
  await other.kill();
  expect(await look()).toEqual([expect.stringMatching(/^fault: Redis does not answer: /)]);
  expect(await look('redis+cluster://127.0.0.1:1')).toEqual([
    expect.stringMatching(/^fault: Redis does not answer: No node of the Redis Cluster/),
  ]);
});

it('names the replicas of the keys', async () => {
  const cluster = await startOwnCluster({ prefix, persistent: true });
  const { slot, master, replicas } = await cluster.holders();
  const [at, beside] = [`127.0.0.1:${master.port}`, `127.0.0.1:${replicas[0]?.port}`];
  expect(await lookAtRedis(cluster.url, prefix)).toContainEqual({
    level: 'fine',
    says: `All keys are in slot ${slot} of the Redis Cluster, at ${at}, with the replicas ${beside}`,
  });
});
