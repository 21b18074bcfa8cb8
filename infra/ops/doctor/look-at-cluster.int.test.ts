import { waitUntil } from '@inlet/local-servers/wait-until';
import { createLogger } from '@inlet/process/logger';
import { viewBacklog } from '@inlet/queue/backlog';
import { openRedis, waitUntilConnected } from '@inlet/redis/connections';
import { redisKeys } from '@inlet/redis/keys';
import { lanePrefix } from '@inlet/redis/lanes';
import { startOwnCluster } from '@inlet/testing/own-cluster';
import { Queue } from 'bullmq';
import { expect, it, onTestFinished } from 'vitest';
import { lookAtRedis } from '#doctor/look-at-redis.ts';

const prefix = 'doctor';

it('says where the keys are in a Redis Cluster, and what would stop it', async () => {
  const cluster = await startOwnCluster({ prefix, replicas: 0, persistent: true });
  const { slot, master } = await cluster.holders();
  const look = async (url = cluster.url) =>
    (await lookAtRedis(url, prefix)).map(({ level, says }) => `${level}: ${says}`);
  const place = `The keys are in slot ${slot} of the Redis Cluster, at 127.0.0.1:${master.port}`;
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
    says: `The keys are in slot ${slot} of the Redis Cluster, at ${at}, with the replicas ${beside}`,
  });
});

it('looks at the master of each lane, and says how to give an idle master a lane', async () => {
  const cluster = await startOwnCluster({ prefix: 'inlet', replicas: 0, persistent: true });
  const [first, idle, other] = await cluster.masters();
  if (!first || !idle || !other) throw new Error('The cluster has three masters');
  const look = async () =>
    (await lookAtRedis(cluster.url, 'inlet', 3)).filter(({ says }) => !says.includes('no replica follows it'));
  const [spread] = (await look()).slice(-1);
  expect(spread).toMatchObject({
    level: 'warning',
    // The slots 12014 and 14569 are on the last master, and lane 2 with 2186 is on the first.
    says: `The lanes 0, 1 are on one master of the Redis Cluster, 127.0.0.1:${other.port}, and 127.0.0.1:${idle.port} has none`,
    next: expect.stringMatching(/^Move lane 0 with its slot 12014, in a quiet hour: redis-cli --cluster reshard /),
  });
  const [, command = ''] = /redis-cli (.*)$/.exec(spread?.next ?? '') ?? [];
  await cluster.tool(command.split(' '));

  const { redis, keys } = await openLane(cluster.url, 2);
  const queue = new Queue('submissions', { connection: redis, prefix: keys.queues });
  onTestFinished(() => queue.close());
  await queue.add('store-submissions', {}, { timestamp: Date.now() - 3_600_000 });
  const isWaiting = async () => (await viewBacklog(redis, keys, 'submissions').look()).waiting === 1;
  await waitUntil(isWaiting, { what: 'the job to wait' });
  await first.admin.config('SET', 'cluster-require-full-coverage', 'yes');
  await other.admin.config('SET', 'maxmemory-policy', 'allkeys-lru');
  expect((await look()).map(({ level, says }) => `${level}: ${says}`)).toEqual([
    expect.stringMatching(/^fine: Redis .* and what it confirms is on disk \(lanes 0, 2\)$/),
    expect.stringMatching(/^warning: The form directory .* \(lane 0\)$/),
    'fault: Redis may throw away waiting submissions (maxmemory-policy allkeys-lru) (lane 1)',
    'fine: Nothing waits in the queues for long (lane 1)',
    'fault: The loss of any master stops the whole Redis Cluster (cluster-require-full-coverage yes) (lane 2)',
    expect.stringMatching(/^fault: 1 jobs wait in the queue submissions, the oldest for 36\d\d s \(lane 2\)$/),
  ]);

  await first.admin.config('SET', 'cluster-require-full-coverage', 'no');
  await other.kill();
  const lost = (await look()).filter(({ says }) => says.includes('lane 1'));
  expect(lost).toEqual([expect.objectContaining({ level: 'fault', says: expect.stringMatching(/does not answer/) })]);
});

async function openLane(url: string, lane: number) {
  const prefix = lanePrefix('inlet', lane);
  const logger = createLogger({ service: 'test', level: 'silent' });
  const redis = openRedis({ role: 'client', url, prefix, name: 'test', logger });
  onTestFinished(() => redis.disconnect());
  await waitUntilConnected(redis, 10_000);
  return { redis, keys: redisKeys(prefix) };
}
