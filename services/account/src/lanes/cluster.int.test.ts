import { waitUntil } from '@inlet/local-servers/wait-until';
import { parseClusterUrl } from '@inlet/process/redis-url';
import { findSlotMaster } from '@inlet/redis/find-slot-master';
import { lanePrefix } from '@inlet/redis/lanes';
import { startOwnCluster } from '@inlet/testing/own-cluster';
import { expect, it, onTestFinished } from 'vitest';
import { startTestAccount } from '#account.test-setup.ts';
import { moveAccount } from '#lanes/move-account.ts';
import { claimOf, month, openMovingWorld } from '#lanes/moving-account.test-setup.ts';

const prefixesMax = 50;

/** A service with two lanes on two masters of a cluster, each with a replica. */
async function open() {
  const cluster = await startOwnCluster({ prefix: 'inlet' });
  const address = parseClusterUrl(cluster.url);
  if (!address) throw new Error('It is the address of a cluster');
  const masterOf = async (prefix: string) => {
    const { master } = await findSlotMaster(address, prefix);
    const node = cluster.nodes.find(({ port }) => port === master.port);
    if (!node) throw new Error('No node has the port');
    return node;
  };
  const findPrefix = async () => {
    for (let n = 0; n < prefixesMax; n += 1) {
      const [first, second] = [await masterOf(`inlet-${n}`), await masterOf(lanePrefix(`inlet-${n}`, 1))];
      if (first.port !== second.port) return `inlet-${n}`;
    }
    throw new Error('Every prefix has both lanes on one master');
  };
  const prefix = await findPrefix();
  const account = await startTestAccount({ REDIS_URL: cluster.url, REDIS_PREFIX: prefix, REDIS_LANES: '2' });
  onTestFinished(account.close);
  const { deps } = account;
  for (const { watch } of deps.lanes) {
    await waitUntil(
      () =>
        watch.check().then(
          () => watch.state().replicas === 1,
          () => false,
        ),
      { what: 'a replica' },
    );
  }
  const world = await openMovingWorld(deps);
  await deps.monthCounters.make([{ userId: world.userId, month }]);
  return { deps, world, masterOfLane: (lane: number) => masterOf(lanePrefix(prefix, lane)) };
}

it('an account moves from one master to another while it receives', async () => {
  const { deps, world } = await open();
  world.keepStoring();
  const kept = claimOf();
  await world.send(world.forms[0], kept);
  const stop = world.sendOn();
  await waitUntil(async () => (await world.counts()).stored > 20, { what: 'submissions before the move' });
  await moveAccount(deps, { id: world.userId, lane: 0 }, 1);
  const before = (await world.counts()).stored;
  await waitUntil(async () => (await world.counts()).stored > before + 20, { what: 'submissions after the move' });
  const acknowledged = 1 + (await stop());
  await waitUntil(async () => (await world.counts()).stored === acknowledged, { what: 'all to be stored' });
  expect([(await world.usedIn(1))[0], (await world.usedIn(0))[0]]).toEqual([acknowledged, null]);
  await expect(world.send(world.forms[0], { ...kept, digest: 'other' })).rejects.toThrow('another payload');
});

it('a move ends without a change where the old master dies during the pause, and its replica is promoted', async () => {
  const { deps, world, masterOfLane } = await open();
  await world.send(world.forms[0], claimOf());
  await world.store();
  const master = await masterOfLane(0);
  const failing = moveAccount(deps, { id: world.userId, lane: 0 }, 1, (step) => step === 'paused' && master.kill());
  await expect(failing).rejects.toThrow();
  const isPromoted = async () => (await masterOfLane(0).catch(() => master)).port !== master.port;
  await waitUntil(isPromoted, { timeoutMs: 60_000, what: 'the replica to be promoted' });
  const isBack = () =>
    world
      .laneOf(0)
      .watch.check()
      .then(
        () => true,
        () => false,
      );
  await waitUntil(isBack, { timeoutMs: 60_000, what: 'the connection to the promoted replica' });
  expect(await world.counts()).toEqual({ stored: 1, lane: 0 });
  await world.send(world.forms[0]);
  expect((await world.usedIn(0))[0]).toBe(2);
});
