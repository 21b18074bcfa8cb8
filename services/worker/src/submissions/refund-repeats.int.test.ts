import type { Form } from '@inlet/db/client';
import { waitUntil } from '@inlet/local-servers/wait-until';
import { startBackgroundWork } from '@inlet/process/background-work';
import { type AcceptedSubmission, packBatch } from '@inlet/submissions/batch';
import { buildForm } from '@inlet/testing/build-form';
import { buildAcceptedSubmission } from '@inlet/testing/build-submission';
import { buildUser } from '@inlet/testing/build-user';
import { makeCounter, usedOf } from '@inlet/testing/counters';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { backgroundWork } from '#background-work.ts';
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
  run(packBatch(batch), { jobId, lane: 0, logger: worker.deps.logger });
/** Counts queued submissions as ingest does. */
const counted = (count: number, of = month) =>
  makeCounter(
    worker.deps.redis,
    worker.keys,
    { userId: form.userId, month: of },
    { submissions: count, bytes: bytesOf * count },
  );
/** The used submissions, and the bytes of as many. */
async function used(of = month): Promise<number> {
  const spent = await usedOf(worker.deps.redis, worker.keys, { userId: form.userId, month: of });
  expect(spent.bytes).toBe(spent.submissions * bytesOf);
  return spent.submissions;
}

async function stored(): Promise<number> {
  const total = await worker.owner.prisma.formTotal.findUnique({ where: { formId: form.id } });
  return Number(total?.submissionCount ?? 0);
}

describe('the quota that a submission takes in its month', () => {
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
    for (let n = 0; n < 3; n += 1) await deliver(batch, 'once');
    expect([await used(), await stored()]).toEqual([2, 2]);
  });

  it('is returned for a repeat in a second job, though nothing distinguishes the two', async () => {
    const batch = [submission(), submission()];
    await counted(4);
    await Promise.all([deliver(batch, 'one'), deliver(batch, 'other')]);
    expect([await used(), await stored()]).toEqual([2, 2]);
  });

  it('is given back for what belongs to a form that is gone', async () => {
    const gone = { ...submission(), formId: crypto.randomUUID() };
    await counted(2);
    await deliver([submission(), gone], 'gone');
    expect([await used(), await stored()]).toEqual([1, 1]);
  });

  it('stays taken by what was set aside, until it is replayed', async () => {
    const { pool } = worker.owner;
    const bad = { ...submission(), json: '{"a":"\0"}' };
    await makeCounter(worker.deps.redis, worker.keys, { userId: form.userId, month }, { submissions: 3, bytes: 100 });
    await deliver([bad, submission(), submission()], 'dead');
    const { submissions } = await usedOf(worker.deps.redis, worker.keys, { userId: form.userId, month });
    expect([submissions, await stored()]).toEqual([3, 2]);
    const { rows } = await pool.query('select user_id, month, submissions from dead_submissions where id = $1', [
      bad.id,
    ]);
    expect(rows).toEqual([{ user_id: form.userId, month, submissions: 1 }]);
  });

  it('is not given back for spam, which never had one, while its bytes are', async () => {
    const one = submission();
    const { redis } = worker.deps;
    const name = { userId: form.userId, month };
    await makeCounter(redis, worker.keys, name, { submissions: 1, bytes: 2 * bytesOf });
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
    const dying = storeSubmissionsJob({ ...worker.deps, announce: () => Promise.reject(new Error('killed')) });
    await worker.deps.redis.del(worker.keys.counter(form.userId, month));
    await expect(dying(packBatch(batch), { jobId: 'dies', lane: 0, logger: worker.deps.logger })).rejects.toThrow(
      'killed',
    );
    await counted(10);
    await deliver(batch, 'dies');
    expect([await used(), await stored()]).toEqual([9, 2]);
  });

  it('waits in the database until account has made the counter', async () => {
    const one = submission();
    await deliver([one], 'uncounted');
    await deliver([again(one)], 'repeat-uncounted');
    expect(await worker.deps.redis.exists(worker.keys.counter(form.userId, month))).toBe(0);
    await counted(2);
    const settling = startBackgroundWork({ row: backgroundWork.counters }, worker.deps);
    onTestFinished(settling.close);
    await waitUntil(async () => (await used()) === 1, { what: 'the refund' });
    // The receipt is no longer needed, and is deleted.
    const fields = () => worker.deps.redis.hkeys(worker.keys.counter(form.userId, month));
    await waitUntil(async () => !(await fields()).some((field) => field.startsWith('receipt:')));
  });
});
