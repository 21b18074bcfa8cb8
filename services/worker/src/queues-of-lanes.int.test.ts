import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { erasureContext } from '@inlet/contracts/erasures';
import { spamContext } from '@inlet/contracts/spam-secrets';
import { createAddressHashes } from '@inlet/crypto/address-hash';
import type { Form } from '@inlet/db/client';
import { waitUntil } from '@inlet/local-servers/wait-until';
import { jobs } from '@inlet/queue/jobs';
import { openQueuedJobs } from '@inlet/queue/queued-jobs';
import { openRedis } from '@inlet/redis/connections';
import type { Lane } from '@inlet/redis/lanes';
import { packBatch, submissionBatchSchema, unpackBatch } from '@inlet/submissions/batch';
import { Queue, Worker } from 'bullmq';
import { expect, it, onTestFinished } from 'vitest';
import { startReceiver } from '#deliveries/receiver.test-setup.ts';
import { watchOldestBatch } from '#deliveries/watch-oldest-batch.ts';
import { eraseOne } from '#erasures/erase-one.ts';
import { openQueuedBatches } from '#files/queued-batches.ts';
import { openLaneTest } from '#lanes.test-setup.ts';
import { settleSome } from '#spam/checks/settle-checks.ts';
import { storeSubmissionsJob } from '#submissions/store-submissions.job.ts';
import { watchBusyness } from '#watch/watch-busyness.ts';

type LaneTest = Awaited<ReturnType<typeof openLaneTest>>;

const { queue: name } = jobs['store-submissions'];
/** A command that hangs must not outlive its test. */
const endedWithinMs = 120_000;

async function runCommand(command: string, { deps }: LaneTest): Promise<string> {
  const { DATABASE_URL, REDIS_URL, REDIS_PREFIX } = deps.config;
  const env = { DATABASE_URL, REDIS_URL, REDIS_PREFIX, REDIS_LANES: '2', LOG_LEVEL: 'fatal' };
  const script = join(import.meta.dirname, 'commands', `${command}.ts`);
  const { stdout } = await promisify(execFile)(process.execPath, [script], { env, timeout: endedWithinMs });
  return stdout;
}

function queueOf(test: LaneTest, lane: number) {
  const { redis, keys } = test.laneAt(lane);
  return openQueuedJobs(redis, keys, name);
}

/** The ids of submissions that wait in a lane. */
async function waitingIn(test: LaneTest, lane: number): Promise<string[]> {
  const queue = queueOf(test, lane);
  const found = await queue.read(await queue.ids(['waiting']));
  return found.flatMap(({ data }) => unpackBatch(submissionBatchSchema.parse(JSON.parse(data))).map(({ id }) => id));
}

/** All lanes, one of which has lost its connection. */
function without({ deps }: LaneTest, number: number): Lane[] {
  const [{ redis }] = deps.clientLanes as [Lane];
  const lost = redis.duplicate();
  lost.on('error', () => undefined);
  lost.disconnect();
  return deps.clientLanes.map((lane) => (lane.number === number ? { ...lane, redis: lost } : lane));
}

/** The same of a lane that was never there. */
function beforeFirst({ deps }: LaneTest, number: number): Lane[] {
  const { logger } = deps;
  const redis = openRedis({ role: 'client', url: 'redis://127.0.0.1:9', name: 'away', logger });
  onTestFinished(() => redis.disconnect());
  return deps.clientLanes.map((lane) => (lane.number === number ? { ...lane, redis } : lane));
}

async function failBatch(test: LaneTest, lane: number): Promise<void> {
  const at = { connection: test.deps.redis, prefix: test.laneAt(lane).keys.queues };
  const queue = new Queue(name, at);
  onTestFinished(() => queue.close());
  await queue.add('store-submissions', {}, { attempts: 1 });
  const failing = new Worker(name, () => Promise.reject(new Error('no')), at);
  await waitUntil(async () => (await queue.getFailedCount()) === 1, { what: 'the batch to fail' });
  await failing.close();
}

it('failed batches of every lane are sent again by the command', async () => {
  const test = await openLaneTest();
  await failBatch(test, 0);
  await failBatch(test, 1);
  expect(await runCommand('retry', test)).toBe('2 batches sent through the queue again\n');
  expect(await queueOf(test, 1).ids(['waiting', 'failed'])).toEqual(await queueOf(test, 1).ids(['waiting']));
});

it('a submission that was set aside is replayed in the lane of its account', async () => {
  const test = await openLaneTest();
  const forms = [await test.addForm(0), await test.addForm(1)] as const;
  const dead = forms.map((form) => test.good(form));
  for (const one of dead) {
    const payload = Buffer.from(JSON.stringify(one));
    const data = { id: one.id, formId: one.formId, payload, reason: 'refused' };
    await test.owner.prisma.deadSubmission.create({ data });
  }
  expect(await runCommand('replay', test)).toBe('2 submissions sent through the queue again\n');
  expect([await waitingIn(test, 0), await waitingIn(test, 1)]).toEqual(dead.map(({ id }) => [id]));
});

async function askErasure({ deps, owner }: LaneTest, { userId }: Form, address: string): Promise<string> {
  const id = randomUUID();
  const sealed = Uint8Array.from(deps.sealing.seal(address, erasureContext(id)));
  const addressHash = Uint8Array.from(createAddressHashes(deps.config.ENCRYPTION_KEYS).of(userId, address));
  await owner.prisma.erasure.create({ data: { id, userId, addressHash, sealed } });
  return id;
}

it('an erasure finds what waits in any lane, and is not done while a lane cannot be read', async () => {
  const test = await openLaneTest();
  const form = await test.addForm(1);
  const json = '{"email":"ada@example.com"}';
  const [gone, kept] = [test.good(form, { json }), test.good(form)];
  await test.queue(1, [gone, kept]);
  const erasure = await askErasure(test, form, 'ada@example.com');
  const { deps } = test;
  const pace = { signal: new AbortController().signal, rest: async () => undefined };
  const erase = (lanes = deps.clientLanes) => eraseOne({ ...deps, lanes, isStoring: false }, pace);
  await expect(erase(without(test, 1))).rejects.toThrow();
  const state = async () => (await test.owner.prisma.erasure.findUniqueOrThrow({ where: { id: erasure } })).state;
  expect(await state()).toBe('running');
  await test.owner.prisma.erasure.update({ where: { id: erasure }, data: { heldUntil: null } });
  expect(await erase()).toBe(true);
  expect([await state(), await waitingIn(test, 1)]).toEqual(['done', [kept.id]]);
});

it('background work sees batches of any lane, and a lane that is away neither keeps it busy nor holds it up', async () => {
  const test = await openLaneTest();
  const isBusy = (clientLanes = test.deps.clientLanes) => watchBusyness({ ...test.deps, clientLanes })();
  expect(await isBusy()).toBe(false);
  await test.queue(1, [test.good(await test.addForm(1))]);
  for (const away of [without, beforeFirst]) {
    expect([await isBusy(away(test, 0)), await isBusy(away(test, 1))]).toEqual([true, false]);
  }
});

it('a target in strict order waits for batches of its account’s lane alone, and not for a lane that is away', async () => {
  const test = await openLaneTest();
  await test.queue(1, [test.good(await test.addForm(1))]);
  const oldest = watchOldestBatch(test.deps);
  expect([await oldest(0), await oldest(1)]).toEqual([Number.POSITIVE_INFINITY, expect.any(Number)]);
  const severed = watchOldestBatch({ ...test.deps, clientLanes: without(test, 1) });
  expect([await severed(0), await severed(1)]).toEqual([Number.POSITIVE_INFINITY, null]);
});

it('no upload is given up while the queue of a lane cannot be read', async () => {
  const test = await openLaneTest();
  const [main, away] = openQueuedBatches(beforeFirst(test, 1));
  expect(await main?.ids(['waiting'])).toEqual([]);
  await expect(away?.ids(['waiting'])).rejects.toThrow('Lane 1 is away');
});

it('a check that finds spam is refunded in the lane of its account, and frees the key there', async () => {
  const test = await openLaneTest();
  const { deps, owner } = test;
  const form = await test.addForm(1);
  const sealed = Uint8Array.from(deps.sealing.seal(JSON.stringify({ captcha: 'the secret' }), spamContext(form.id)));
  await owner.prisma.spamSettings.update({ where: { formId: form.id }, data: { captcha: 'turnstile', sealed } });
  const { redis, keys } = test.laneAt(1);
  await redis.set(keys.idempotency('claim'), 'digest');
  const one = test.good(form, { captchaToken: 'the token', claim: 'claim' });
  await storeSubmissionsJob(deps)(packBatch([one]), { jobId: 'checked', lane: 1, logger: deps.logger });
  expect(await redis.exists(keys.idempotency('claim'))).toBe(1);
  const receiver = await startReceiver();
  receiver.answer = () => ({ status: 200, body: '{"success":false}' });
  const { url } = receiver;
  const services = { turnstile: url, hcaptcha: url, recaptcha: url, akismet: url };
  await settleSome({ ...deps, outbound: deps.checkOutbound, services, note: () => undefined });
  expect([await test.used(form, 1), await redis.exists(keys.idempotency('claim'))]).toEqual([9, 0]);
  expect(await owner.prisma.storedBatch.findUnique({ where: { job: `check:${one.id}` } })).toMatchObject({ lane: 1 });
});
