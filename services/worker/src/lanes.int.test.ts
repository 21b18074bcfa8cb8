import { waitUntil } from '@inlet/local-servers/wait-until';
import { createMetrics } from '@inlet/observe/metrics';
import { queuesOf } from '@inlet/queue/jobs';
import { packBatch } from '@inlet/submissions/batch';
import { startOwnRedis } from '@inlet/testing/own-redis';
import { expect, it } from 'vitest';
import { consume } from '#consume.ts';
import { openLaneTest } from '#lanes.test-setup.ts';
import { storeSubmissionsJob } from '#submissions/store-submissions.job.ts';

it('submissions of every lane are stored, and the rows of their jobs have the lane', async () => {
  const test = await openLaneTest();
  consume(test.deps);
  const forms = [await test.addForm(0), await test.addForm(1)] as const;
  await Promise.all(forms.map((form, lane) => test.queue(lane, [test.good(form), test.spam(form)])));
  await Promise.all(forms.map((form) => waitUntil(async () => (await test.stored(form)) === 2)));
  await waitUntil(async () => (await test.used(forms[0], 0)) === 9 && (await test.used(forms[1], 1)) === 9);
  const rows = await test.owner.prisma.storedBatch.findMany({ orderBy: { lane: 'asc' } });
  expect(rows.map(({ lane }) => lane)).toEqual([0, 1]);
});

it('a worker with some lanes leaves those of the others, and without lane 0 sends no mails', async () => {
  const test = await openLaneTest({ WORKER_LANES: '1' });
  consume(test.deps);
  const forms = [await test.addForm(0), await test.addForm(1)] as const;
  await test.queue(0, [test.good(forms[0])]);
  await test.queue(1, [test.good(forms[1])]);
  await waitUntil(async () => (await test.stored(forms[1])) === 1, { what: 'the submission of lane 1 to be stored' });
  const { redis, keys } = test.laneAt(0);
  expect(await redis.llen(`${keys.queues}:submissions:wait`)).toBe(1);
  // BullMQ writes this key for each queue that is consumed.
  const consumed = (lane: number) => redis.keys(`${test.laneAt(lane).keys.queues}:*:stalled-check`);
  await waitUntil(async () => (await consumed(1)).length === 1, { what: 'the queue of lane 1 to be consumed' });
  expect(await consumed(0)).toEqual([]);
  expect(await test.stored(forms[0])).toBe(0);
});

it('a lane costs three connections: for its jobs, for waiting for them, and for everything else', async () => {
  const { url, admin } = await startOwnRedis({ persistent: false });
  const look = async () => {
    const clients = String(await admin.client('LIST'))
      .trim()
      .split('\n');
    return { all: clients.length, waiting: clients.filter((client) => client.includes('cmd=bzpopmin')).length };
  };
  const countFor = async (queues: number, settings: Readonly<Record<string, string>>) => {
    const before = await look();
    const test = await openLaneTest({ REDIS_URL: url, ...settings });
    consume(test.deps);
    await waitUntil(async () => (await look()).waiting === before.waiting + queues, {
      what: 'all queues to be consumed',
    });
    return (await look()).all - before.all;
  };
  const queues = queuesOf(0).length;
  expect(await countFor(queues, { REDIS_LANES: '1' })).toBe(queues + 2);
  expect(await countFor(queues + 3, { REDIS_LANES: '4' })).toBe(queues + 2 + 3 * 3);
  // A client of each lane remains, whether it is consumed or not.
  expect(await countFor(2, { REDIS_LANES: '4', WORKER_LANES: '2,3' })).toBe(4 + 2 * 2);
});

it('a refund goes to the lane that its account is in now, and not to the lane of the job', async () => {
  const test = await openLaneTest();
  const form = await test.addForm(0);
  await test.moveAccount(form, 1);
  await test.makeCounter(form, 1, 10);
  const run = storeSubmissionsJob(test.deps);
  await run(packBatch([test.good(form), test.spam(form)]), { jobId: 'moved', lane: 0, logger: test.deps.logger });
  expect([await test.used(form, 0), await test.used(form, 1)]).toEqual([10, 9]);
  expect(await test.unsettled()).toEqual([]);
});

it('a refund of a form’s number goes to the lane that its account is in now', async () => {
  const test = await openLaneTest();
  const form = await test.addForm(0);
  const version = 3;
  const data = { maxSubmissions: 100, maxSubmissionsVersion: version };
  await test.owner.prisma.form.update({ where: { id: form.id }, data });
  await test.moveAccount(form, 1);
  await test.makeCounter(form, 1, 10);
  await test.makeFormCounter(form, version, 1, 5);
  const run = storeSubmissionsJob(test.deps);
  await run(packBatch([test.good(form), test.spam(form)]), { jobId: 'moved', lane: 0, logger: test.deps.logger });
  expect(await test.usedOfForm(form, version, 1)).toBe(4);
  const fields = await test.laneAt(1).redis.hkeys(test.laneAt(1).keys.formCounter(form.id, version));
  expect(fields.filter((field) => field.startsWith('receipt'))).toEqual([]);
});

it('a claim of spam is freed in the lane of its job', async () => {
  const test = await openLaneTest();
  const form = await test.addForm(1);
  const claims = [0, 1].map((lane) => test.laneAt(lane).keys.idempotency('claim'));
  for (const [lane, claim] of claims.entries()) await test.laneAt(lane).redis.set(claim, 'digest');
  const run = storeSubmissionsJob(test.deps);
  const job = { jobId: 'claimed', lane: 1, logger: test.deps.logger };
  await run(packBatch([test.spam(form, { claim: 'claim' })]), job);
  const { redis } = test.laneAt(0);
  expect(await Promise.all(claims.map((claim) => redis.exists(claim)))).toEqual([1, 0]);
});

it('a direct batch is counted in its lane alone, when this lane is flushed', async () => {
  const test = await openLaneTest();
  const forms = [await test.addForm(0, 0), await test.addForm(1, 0)] as const;
  expect(await test.storeOnly(undefined, [test.good(forms[0])])).toMatchObject({ isStored: true });
  expect(await test.storeOnly(1, [test.good(forms[1])])).toMatchObject({ isStored: true });
  for (const lane of [0, 1] as const) await test.makeCounter(forms[lane], lane);
  expect(await test.unsettled()).toEqual([0, 1]);
  expect(await test.flushLane(1)).toMatchObject({ status: 200, body: { isFlushed: true } });
  expect([await test.used(forms[0], 0), await test.used(forms[1], 1), await test.used(forms[1], 0)]).toEqual([0, 1, 0]);
  expect(await test.unsettled()).toEqual([0]);
  await test.settle();
  expect(await test.unsettled()).toEqual([]);
  expect(await test.used(forms[0], 0)).toBe(1);
});

it('rows of a lane that is no longer in use are settled all the same', async () => {
  const test = await openLaneTest();
  const form = await test.addForm(1);
  await test.sendDirectly(5, [test.good(form)]);
  await test.settle();
  expect(await test.unsettled()).toEqual([]);
  expect(await test.used(form, 1)).toBe(11);
});

it('a lane is stuck by itself, and its metric has its number', async () => {
  const test = await openLaneTest();
  const metrics = createMetrics('test');
  consume({ ...test.deps, metrics });
  const found = await metrics.registry.getSingleMetric('inlet_worker_still_seconds')?.get();
  expect(found?.values.map(({ labels }) => labels.lane)).toEqual(['0', '1']);
});
