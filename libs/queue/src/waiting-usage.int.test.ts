import { randomUUID } from 'node:crypto';
import { waitUntil } from '@inlet/local-servers/wait-until';
import { type AcceptedSubmission, packBatch } from '@inlet/submissions/batch';
import { buildAcceptedSubmission } from '@inlet/testing/build-submission';
import { UnrecoverableError } from 'bullmq';
import { beforeEach, describe, expect, it } from 'vitest';
import { openTestQueue, type TestQueue } from '#queue.test-setup.ts';
import { waitingUsage } from '#waiting-usage.ts';

const job = 'store-submissions';
const userId = randomUUID();
const formId = randomUUID();
const november = Date.UTC(2026, 10, 20);

let tested: TestQueue;
beforeEach(async () => {
  tested = await openTestQueue();
});

const submission = (overrides: Partial<AcceptedSubmission> = {}) =>
  buildAcceptedSubmission({ formId, userId, receivedAtMs: november, ...overrides });
/** A submission of another account; a form has one owner. */
const stranger = () => submission({ formId: randomUUID(), userId: randomUUID() });
const add = (jobId: string, ...submissions: AcceptedSubmission[]) =>
  tested.producer.add(job, jobId, packBatch(submissions));
/** The usage of a month by our account's jobs. */
const find = (month = '2026-11') =>
  waitingUsage(tested.redis, tested.keys, (usage) => usage.userId === userId && usage.month === month);
const jobsOf = async (month?: string) => (await find(month)).map((usage) => usage.job).toSorted();

describe('what waiting jobs have taken of a month', () => {
  it('is found in every state of a job', async () => {
    const [waiting, active, delayed, failed] = [submission(), submission(), submission(), submission()];
    const { promise: held, resolve: letGo } = Promise.withResolvers<void>();
    const consumers = await tested.consume(
      async (_payload, { jobId }) => {
        if (jobId === 'batch-failed') throw new UnrecoverableError('refused');
        if (jobId === 'batch-delayed') throw new Error('again later');
        await held;
      },
      { concurrency: 1 },
    );
    try {
      await add('batch-failed', failed);
      await add('batch-delayed', delayed);
      await waitUntil(async () => (await tested.queue.getJobCounts('delayed')).delayed === 1);
      // A long pause keeps the job where it is.
      await (await tested.queue.getJob('batch-delayed'))?.changeDelay(60_000);
      await add('batch-active', active);
      await waitUntil(async () => (await tested.queue.getActiveCount()) === 1);
      await add('batch-waiting', waiting);
      expect(await tested.queue.getJobCounts('wait', 'active', 'delayed', 'failed')).toEqual({
        wait: 1,
        active: 1,
        delayed: 1,
        failed: 1,
      });
      expect(await jobsOf()).toEqual(['batch-active', 'batch-delayed', 'batch-failed', 'batch-waiting']);
    } finally {
      letGo();
    }
    await consumers.close();
  });

  it('is found in more jobs than are read at once', async () => {
    const sent = Array.from({ length: 120 }, () => submission());
    await Promise.all(sent.map((one, n) => add(`batch-${n}`, one, stranger())));
    expect(await jobsOf()).toEqual(sent.map((_, n) => `batch-${n}`).toSorted());
  });

  it('is summed up for each job, account and month, without counting spam as submissions', async () => {
    const [ours, lastOfMonth] = [submission(), submission({ receivedAtMs: Date.UTC(2026, 11, 1) - 1 })];
    const december = submission({ receivedAtMs: Date.UTC(2026, 11, 1) });
    const spam = submission({ isSpam: true, json: '{"a":"é"}' });
    await add('mixed', ours, lastOfMonth, december, stranger(), spam);
    const bytes = (...some: AcceptedSubmission[]) => some.reduce((sum, { json }) => sum + Buffer.byteLength(json), 0);
    const sum = { job: 'mixed', userId, month: '2026-11', submissions: 2, bytes: bytes(ours, lastOfMonth, spam) };
    expect(await find()).toEqual([sum]);
    expect(await find('2026-12')).toMatchObject([{ submissions: 1, bytes: bytes(december) }]);
    expect(await find('2026-10')).toEqual([]);
  });

  it('counts in each job, because each took quota', async () => {
    const one = submission();
    await add('first', one);
    await add('again', one);
    expect(await jobsOf()).toEqual(['again', 'first']);
  });

  it('is found beside jobs that cannot be read', async () => {
    const one = submission();
    await tested.queue.add(job, { rows: 'none' }, { jobId: 'no-batch' });
    const pointless = packBatch([submission()]);
    await tested.queue.add(job, { ...pointless, forms: [] }, { jobId: 'no-form' });
    await tested.redis.hset(tested.queue.toKey('no-form-either'), 'data', '{');
    await tested.redis.rpush(tested.queue.toKey('wait'), 'no-form-either', 'gone');
    await add('good', one);
    expect(await jobsOf()).toEqual(['good']);
  });

  it('is found while jobs wander from list to list', async () => {
    const sent = Array.from({ length: 60 }, () => submission());
    await Promise.all(sent.map((one, n) => add(`batch-${n}`, one)));
    const done = new Set<string>();
    const consumers = await tested.consume(
      async (_payload, { jobId }) => {
        done.add(jobId);
        await new Promise(setImmediate);
      },
      { concurrency: 3 },
    );
    // Jobs that were done before a look may be missing from it; no others may.
    for (let look = 0; done.size < sent.length && look < 1_000; look += 1) {
      const doneBefore = new Set(done);
      const found = new Set(await jobsOf());
      const all = sent.map((_, n) => `batch-${n}`);
      const missing = all.filter((name) => !found.has(name) && !done.has(name) && !doneBefore.has(name));
      expect(missing).toEqual([]);
    }
    await consumers.close();
  });

  it('leaves no trace on the connection that was used to find it', async () => {
    await find();
    const listeners = tested.redis.eventNames().map((name) => tested.redis.listenerCount(name));
    await find();
    expect(tested.redis.eventNames().map((name) => tested.redis.listenerCount(name))).toEqual(listeners);
  });
});
