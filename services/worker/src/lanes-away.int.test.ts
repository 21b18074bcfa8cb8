import { waitUntil } from '@inlet/local-servers/wait-until';
import { parseClusterUrl } from '@inlet/process/redis-url';
import { findSlotMaster } from '@inlet/redis/find-slot-master';
import { lanePrefix } from '@inlet/redis/lanes';
import { packBatch } from '@inlet/submissions/batch';
import { startOwnCluster } from '@inlet/testing/own-cluster';
import { expect, it } from 'vitest';
import { consume } from '#consume.ts';
import { openLaneTest } from '#lanes.test-setup.ts';
import { storeSubmissionsJob } from '#submissions/store-submissions.job.ts';
import { watchBusyness } from '#watch/watch-busyness.ts';

/** Its lanes 0 and 1 are on different masters of three. */
const prefix = 'apart';
const timeoutMs = 60_000;

/** A worker with two lanes on different masters without replicas. */
async function openSpreadTest() {
  const cluster = await startOwnCluster({ prefix, replicas: 0, persistent: true });
  const address = parseClusterUrl(cluster.url);
  if (!address) throw new Error('It is the address of a cluster');
  const test = await openLaneTest({ REDIS_URL: cluster.url, REDIS_PREFIX: prefix });
  const masterOf = async (lane: number) => {
    const { master } = await findSlotMaster(address, lanePrefix(prefix, lane));
    const node = cluster.nodes.find(({ port }) => port === master.port);
    if (!node) throw new Error(`Lane ${lane} has no master`);
    return node;
  };
  const masters = [await masterOf(0), await masterOf(1)] as const;
  expect(masters[0].port).not.toBe(masters[1].port);
  /** A node that is back refuses writes until it has heard of the others. */
  const isWritable = async (lane: number) => {
    const { redis, keys } = test.laneAt(lane);
    return redis.set(keys.writeProbe, '1', 'XX').then(
      () => true,
      () => false,
    );
  };
  return {
    ...test,
    forms: [await test.addForm(0), await test.addForm(1)] as const,
    kill: async (lane: 0 | 1) => {
      await masters[lane].kill();
      await waitUntil(() => test.laneAt(lane).redis.status !== 'ready', { what: 'the lane to be away' });
    },
    revive: async (lane: 0 | 1) => {
      await masters[lane].revive();
      await waitUntil(() => isWritable(lane), { timeoutMs, what: 'the lane to be back' });
    },
  };
}

it.each([
  [1, 0],
  [0, 1],
] as const)(
  'while lane %i is away, lane %i stores, refunds and flushes as before',
  async (away, other) => {
    const test = await openSpreadTest();
    consume(test.deps);
    const { forms } = test;
    await test.sendDirectly(away, [test.good(forms[away])]);
    await test.kill(away);

    await test.queue(other, [test.good(forms[other]), test.spam(forms[other])]);
    await waitUntil(async () => (await test.stored(forms[other])) === 2, { what: 'the batch to be stored' });
    await waitUntil(async () => (await test.used(forms[other], other)) === 9, { what: 'the spam to be refunded' });
    const { redis, keys } = test.laneAt(other);
    await waitUntil(async () => (await redis.llen(`${keys.queues}:submissions:active`)) === 0, {
      what: 'the job to end',
    });
    expect(await redis.zcard(`${keys.queues}:submissions:failed`)).toBe(0);

    expect((await test.sendDirectly(other, [test.good(forms[other])])).body).toMatchObject({ isStored: true });
    expect(await test.flushLane(other)).toMatchObject({ status: 200, body: { isFlushed: true } });
    expect(await test.used(forms[other], other)).toBe(10);

    // The batch of the lane that is away is stored as well, and waits for its lane.
    expect((await test.sendDirectly(away, [test.good(forms[away])])).body).toMatchObject({ isStored: true });
    expect((await test.flushLane(away)).status).toBe(500);
    await test.storeOnly(other, [test.good(forms[other])]);
    await expect(test.settle()).rejects.toThrow();
    expect(new Set(await test.unsettled())).toEqual(new Set([away]));
    expect(await test.used(forms[other], other)).toBe(11);

    await test.revive(away);
    await test.settle();
    expect(await test.unsettled()).toEqual([]);
    expect(await test.used(forms[away], away)).toBe(12);
  },
  180_000,
);

it('a batch that waits for its lane, which went away, holds up no group of another lane', async () => {
  const test = await openSpreadTest();
  const { forms, deps } = test;
  const run = storeSubmissionsJob(deps);
  const job = (lane: number, jobId: string) => ({ jobId, lane, logger: deps.logger });
  await test.kill(1);
  let isDone = false;
  const batch = packBatch([test.spam(forms[1], { claim: 'claim' })]);
  // The claim can only be freed when the lane is back.
  const held = Promise.allSettled([run(batch, job(1, 'held'))]).then(() => {
    isDone = true;
  });
  await waitUntil(async () => (await test.stored(forms[1])) === 1, { what: 'the batch to be stored' });
  await run(packBatch([test.good(forms[0]), test.spam(forms[0])]), job(0, 'not-held'));
  expect([await test.stored(forms[0]), await test.used(forms[0], 0), isDone]).toEqual([2, 9, false]);
  expect(await test.unsettled()).toEqual([1]);

  await test.queue(0, [test.good(forms[0])]);
  expect(await watchBusyness(deps)()).toBe(true);
  await test.revive(1);
  await held;
  // A node that has just started may have refused it, so that the job ran again.
  await run(batch, job(1, 'held'));
  await test.settle();
  expect(await test.used(forms[1], 1)).toBe(9);
}, 180_000);

it('an account that has moved to a lane that is away holds up no other refund of the lane that it left', async () => {
  const test = await openSpreadTest();
  const [form, moved] = [await test.addForm(0, 0), await test.addForm(0)];
  const run = storeSubmissionsJob(test.deps);
  await test.moveAccount(moved, 1);
  await test.makeCounter(moved, 1, 10);
  await test.kill(1);
  const batches = [moved, form].map((one) => packBatch([test.spam(one)]));
  for (const [index, batch] of batches.entries()) {
    await run(batch, { jobId: `job-${index}`, lane: 0, logger: test.deps.logger });
  }
  // Without its counter, this refund waits behind that of the other account.
  expect(await test.unsettled()).toEqual([0, 0]);
  await test.makeCounter(form, 0, 10);
  await expect(test.settle()).rejects.toThrow();
  expect([await test.used(form, 0), await test.used(moved, 0)]).toEqual([9, 10]);
  expect(await test.unsettled()).toEqual([0]);
  await test.revive(1);
  await test.settle();
  expect([await test.used(moved, 0), await test.used(moved, 1)]).toEqual([10, 9]);
}, 180_000);
