import type { Form } from '@inlet/db/client';
import { type AcceptedSubmission, packBatch } from '@inlet/submissions/batch';
import { buildForm } from '@inlet/testing/build-form';
import { buildAcceptedSubmission } from '@inlet/testing/build-submission';
import { buildUser } from '@inlet/testing/build-user';
import { giveBalance, spentOf } from '@inlet/testing/give-balance';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { storeSubmissionsJob } from '#submissions/store-submissions.job.ts';
import { openTestWorker, type TestWorker } from '#worker.test-setup.ts';

const month = '2026-11';
const json = '{"name":"Zoë"}';
const bytesOf = Buffer.byteLength(json);
const morning = Date.UTC(2026, 10, 20, 8);

let worker: TestWorker;
let form: Form;
let run: ReturnType<typeof storeSubmissionsJob>;

beforeAll(async () => {
  worker = await openTestWorker();
  run = storeSubmissionsJob(worker.deps);
});
afterAll(() => worker.close());
beforeEach(async () => {
  const { prisma } = worker.owner;
  form = await buildForm(prisma, { userId: (await buildUser(prisma)).id });
});

const submission = (overrides: Partial<AcceptedSubmission> = {}) =>
  buildAcceptedSubmission({ formId: form.id, userId: form.userId, receivedAtMs: morning, json, ...overrides });
const again = (one: AcceptedSubmission, laterMs = 1): AcceptedSubmission => ({
  ...one,
  receivedAtMs: one.receivedAtMs + laterMs,
});
const deliver = (batch: readonly AcceptedSubmission[], jobId: string) =>
  run(packBatch(batch), { jobId, logger: worker.deps.logger });
/** As ingest counts the submissions that it queues. */
async function counted(count: number, of = month): Promise<void> {
  const { redis } = worker.deps;
  await giveBalance(redis, worker.keys, { userId: form.userId, month: of });
  for (const [resource, each] of [
    ['submissions', 1],
    ['bytes', bytesOf],
  ] as const) {
    await redis.hincrby(worker.keys.balance(form.userId, of), `${resource}:left`, -each * count);
  }
}
/** Places, and the bytes of as many submissions. */
async function used(of = month): Promise<number> {
  const spent = await spentOf(worker.deps.redis, worker.keys, { userId: form.userId, month: of });
  expect(spent.bytes).toBe(spent.submissions * bytesOf);
  return spent.submissions;
}

async function stored(): Promise<number> {
  const total = await worker.owner.prisma.formTotal.findUnique({ where: { formId: form.id } });
  return Number(total?.submissionCount ?? 0);
}

describe('the place that a submission has in its month', () => {
  it('stays taken by what was stored', async () => {
    await counted(3);
    await deliver([submission(), submission(), submission()], 'new');
    expect([await used(), await stored()]).toEqual([3, 3]);
  });

  it('is given back for a repeat', async () => {
    const one = submission();
    await counted(3);
    await deliver([one, submission()], 'first');
    await deliver([again(one)], 'repeat');
    expect([await used(), await stored()]).toEqual([2, 2]);
  });

  it('is given back once, although the job with the repeat is delivered twice', async () => {
    const one = submission();
    await counted(10);
    await deliver([one], 'first-of-two');
    const repeats = [again(one), submission()];
    await deliver(repeats, 'repeat-twice');
    await deliver(repeats, 'repeat-twice');
    expect([await used(), await stored()]).toEqual([9, 2]);
  });

  it('is given back once by two workers that hold the job at the same moment', async () => {
    const one = submission();
    await counted(10);
    await deliver([one], 'first-of-three');
    const repeats = [again(one), submission()];
    await Promise.all([deliver(repeats, 'repeat-at-once'), deliver(repeats, 'repeat-at-once')]);
    expect([await used(), await stored()]).toEqual([9, 2]);
  });

  it('is not given back for what is only delivered again', async () => {
    const batch = [submission(), submission()];
    await counted(2);
    for (const jobId of ['once', 'once', 'under-another-id']) await deliver(batch, jobId);
    expect([await used(), await stored()]).toEqual([2, 2]);
  });

  it('is not given back for spam, which never had one, while its bytes are', async () => {
    const one = submission();
    await counted(1);
    const { redis } = worker.deps;
    await redis.hincrby(worker.keys.balance(form.userId, month), 'bytes:left', -bytesOf);
    await deliver([one], 'before-spam');
    await deliver([{ ...again(one), isSpam: true }], 'spam');
    expect(await used()).toBe(1);
  });

  it('is given back in the month in which the repeat came', async () => {
    const one = submission();
    await counted(1);
    await counted(1, '2026-12');
    await deliver([one], 'november');
    await deliver([{ ...one, receivedAtMs: Date.UTC(2026, 11, 1) }], 'december');
    expect([await used(), await used('2026-12')]).toEqual([1, 0]);
  });

  it('is given back although the run that stored the rest of the batch died before it could', async () => {
    const one = submission();
    await counted(10);
    await deliver([one], 'first-of-four');
    const batch = [again(one), submission()];
    const dying = storeSubmissionsJob({
      ...worker.deps,
      balances: { ...worker.deps.balances, refund: () => Promise.reject(new Error('killed')) },
    });
    await expect(dying(packBatch(batch), { jobId: 'dies', logger: worker.deps.logger })).rejects.toThrow('killed');
    await deliver(batch, 'dies');
    expect([await used(), await stored()]).toEqual([9, 2]);
  });
});
