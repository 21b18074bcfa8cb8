import { waitUntil } from '@inlet/local-servers/wait-until';
import { parseClusterUrl } from '@inlet/process/redis-url';
import { createRedis } from '@inlet/redis/create-redis';
import { findSlotMaster } from '@inlet/redis/find-slot-master';
import { lanePrefix } from '@inlet/redis/lanes';
import { expect, it, onTestFinished } from 'vitest';
import { startNodes } from '#setup/redis-cluster.test-setup.ts';

type Nodes = Awaited<ReturnType<typeof startNodes>>;

const prefix = 'inlet';

async function ownersOf(nodes: Nodes, lane: number) {
  const address = parseClusterUrl(nodes.url());
  if (!address) throw new Error('It is the address of a cluster');
  return findSlotMaster(address, lanePrefix(prefix, lane));
}

function connect(nodes: Nodes, lane: number) {
  const redis = createRedis(nodes.url(), {}, lanePrefix(prefix, lane));
  redis.on('error', () => undefined);
  onTestFinished(() => redis.disconnect());
  return redis;
}

it('makes one cluster of six nodes, with a lane on each master, however often and wherever it runs', async () => {
  const nodes = await startNodes({ prefix, lanes: 3 });
  // Each node runs the script by itself, and these run at the same time.
  await Promise.all([nodes.untilComplete(), nodes.untilComplete()]);
  expect(await nodes.form()).toEqual({ isComplete: true, says: '' });

  const owners = await Promise.all([0, 1, 2].map((lane) => ownersOf(nodes, lane)));
  // The parts of redis-cli would put the slots 12014 and 14569 on one master.
  expect(new Set(owners.map(({ master }) => master.port)).size).toBe(3);
  const counts = async () => {
    const seen = await Promise.all([0, 1, 2].map((lane) => ownersOf(nodes, lane)));
    return seen.map(({ replicas }) => replicas.length).join();
  };
  await waitUntil(async () => (await counts()) === '1,1,1', { what: 'each master to name its replica' });
  const ranges = owners[0]?.masters.flatMap((master) => master.ranges) ?? [];
  expect(ranges.reduce((sum, [first, last]) => sum + last - first + 1, 0)).toBe(16_384);

  for (const node of nodes.nodes) {
    const settings = await nodes.ask(node, (redis) =>
      redis.config('GET', 'appendonly', 'appendfsync', 'maxmemory-policy', 'cluster-require-full-coverage'),
    );
    expect(settings).toEqual(expect.arrayContaining(['yes', 'always', 'noeviction', 'no']));
  }
});

it('finds the nodes at new addresses, and makes a node without its disk a replica', async () => {
  const nodes = await startNodes({ prefix, lanes: 2 });
  await nodes.untilComplete();
  // Two lanes cannot be on three masters, so the parts are equal.
  const { masters } = await ownersOf(nodes, 0);
  expect(masters.flatMap(({ ranges }) => ranges).toSorted(([a], [b]) => a - b)).toEqual([
    [0, 5_460],
    [5_461, 10_921],
    [10_922, 16_383],
  ]);
  const key = `{${prefix}:1}:kept`;
  await connect(nodes, 1).set(key, 'yes');
  await waitUntil(async () => (await connect(nodes, 1).wait(1, 1_000)) === 1, { what: 'the replica to have it' });

  await nodes.moveAll();
  await nodes.untilComplete();
  expect(await connect(nodes, 1).get(key)).toBe('yes');

  const { master } = await ownersOf(nodes, 1);
  const lost = nodes.nodes.find(({ port }) => port === master.port);
  if (!lost) throw new Error('The master is one of the nodes');
  await nodes.lose(lost);
  const isPromoted = async () => (await ownersOf(nodes, 1)).master.port !== master.port;
  await waitUntil(isPromoted, { what: 'the replica to be promoted' });
  await nodes.start(lost);
  await nodes.untilComplete();
  // A node names a replica once it has heard how far the replica has copied.
  const isReplica = async () => (await ownersOf(nodes, 1)).replicas.some(({ port }) => port === lost.port);
  await waitUntil(isReplica, { what: 'the node to be a replica' });
  expect(await connect(nodes, 1).get(key)).toBe('yes');
});
