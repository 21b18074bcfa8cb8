import { startFleets } from '@inlet/local/fleet/fleets.test-setup';
import { lanePrefix } from '@inlet/redis/lanes';
import { startOwnCluster } from '@inlet/testing/own-cluster';
import { expect, it } from 'vitest';
import { directOf, hotPath, untilLaneDrained, untilSettled } from '#house/house.test-setup.ts';
import { nothing, startLoad, untilPath } from '#house/load.test-setup.ts';

const testTimeoutMs = 300_000;
/** The prefix of the services that a test starts. */
const prefix = 'inlet';
/** The first lane whose slot is not on the master of lane 0, where three masters share the slots. */
const farLane = 2;

async function openClusteredHouse(replicas: number, lanes = 1) {
  const cluster = await startOwnCluster({ prefix, replicas, persistent: true });
  const environment = { REDIS_LANES: String(lanes) };
  const fleets = await startFleets(1, { redisUrl: cluster.url, services: hotPath, environment });
  return { cluster, fleets };
}

it('turns nobody away and loses nothing while the slot of the keys moves to another master', {
  timeout: testTimeoutMs,
}, async () => {
  const { cluster, fleets } = await openClusteredHouse(0);
  const load = await startLoad(fleets, '26 Redis Cluster, the slot moves');
  await load.untilMore();
  const target = await cluster.otherMaster();
  await cluster.moveSlot(target, async () => {
    await untilPath(fleets, 'direct');
    await load.untilMore();
  });
  await untilPath(fleets, 'queue');
  await load.untilMore();
  await untilSettled(fleets);
  expect(await directOf(fleets, load.form)).toBeGreaterThan(0);
  expect(await target.admin.exists(fleets.keys.form(load.form.endpointId))).toBe(1);
  await load.judge(nothing);
});

it('loses nothing when the master of the keys dies and its replica is promoted', {
  timeout: testTimeoutMs,
}, async () => {
  const { cluster, fleets } = await openClusteredHouse(1);
  const load = await startLoad(fleets, '27 Redis Cluster, a master dies');
  await load.untilMore();
  const { master, replicas } = await cluster.holders();
  const [replica] = replicas;
  if (!replica) throw new Error('The master has a replica');
  await master.kill();
  await untilPath(fleets, 'direct');
  await load.untilMore();
  await cluster.untilMaster(replica);
  await untilPath(fleets, 'queue');
  await load.untilMore();
  await untilSettled(fleets);
  await load.judge(nothing);
});

it('takes submissions directly when the master of the keys dies and has no replica', {
  timeout: testTimeoutMs,
}, async () => {
  const { cluster, fleets } = await openClusteredHouse(0);
  const load = await startLoad(fleets, '28 Redis Cluster, a master dies without a replica');
  await load.untilMore();
  const { master } = await cluster.holders();
  await master.kill();
  await untilPath(fleets, 'direct');
  await load.untilMore();
  await load.untilMore();
  await master.revive();
  await untilPath(fleets, 'queue');
  await load.untilMore();
  await untilSettled(fleets);
  await load.judge(nothing);
});

it('takes submissions of one lane directly when its master dies, and those of the other through the queue', {
  timeout: testTimeoutMs,
}, async () => {
  const { cluster, fleets } = await openClusteredHouse(0, 3);
  const [{ master: others }, { master }] = [
    await cluster.holders(),
    await cluster.holders(lanePrefix(prefix, farLane)),
  ];
  expect(master.port).not.toBe(others.port);
  const load = await startLoad(fleets, '29 Redis Cluster, the master of one lane dies', { lane: farLane, visitors: 4 });
  const other = await startLoad(fleets, '30 Redis Cluster, the lane beside it', { visitors: 4 });
  const untilBothHaveMore = () => Promise.all([load.untilMore(), other.untilMore()]);
  await untilBothHaveMore();
  await master.kill();
  await untilPath(fleets, 'direct', farLane);
  await untilBothHaveMore();
  await untilPath(fleets, 'queue', 0);
  await master.revive();
  await untilPath(fleets, 'queue', farLane);
  await untilBothHaveMore();
  await untilSettled(fleets);
  expect(await directOf(fleets, load.form)).toBeGreaterThan(0);
  expect(await directOf(fleets, other.form)).toBe(0);
  // The queue of a lane is only empty for sure when nobody sends to it.
  await Promise.all([load.visits.stop(), other.visits.stop()]);
  await untilLaneDrained(fleets, lanePrefix(prefix, farLane));
  await load.judge(nothing);
  await other.judge(nothing);
});
