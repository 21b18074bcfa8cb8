import { randomUUID } from 'node:crypto';
import { type AcceptedSubmission, packBatch } from '@inlet/submissions/batch';
import { buildAcceptedSubmission } from '@inlet/testing/build-submission';
import { waitUntil } from '@inlet/testing/wait-until';
import { UnrecoverableError } from 'bullmq';
import { beforeEach, describe, expect, it } from 'vitest';
import { openTestQueue, type TestQueue } from '#queue.test-setup.ts';
import { waitingSubmissions } from '#waiting-submissions.ts';

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
/** Another account's; a form has one owner. */
const stranger = () => submission({ formId: randomUUID(), userId: randomUUID() });
const add = (jobId: string, ...submissions: AcceptedSubmission[]) =>
  tested.producer.add(job, jobId, packBatch(submissions));
const find = (month = '2026-11') => waitingSubmissions(tested.redis, tested.keys, userId, month);
const idsOf = (submissions: readonly { readonly id: string }[]) => submissions.map(({ id }) => id).toSorted();

describe('the submissions that wait', () => {
  it('are found in every state of their job', async () => {
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
      // Its pause is made long, so that the job stays where it is.
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
      expect(idsOf(await find())).toEqual(idsOf([waiting, active, delayed, failed]));
    } finally {
      letGo();
    }
    await consumers.close();
  });

  it('are found in more jobs than are read at once', async () => {
    const sent = Array.from({ length: 120 }, () => submission());
    await Promise.all(sent.map((one, n) => add(`batch-${n}`, one, stranger())));
    expect(idsOf(await find())).toEqual(idsOf(sent));
  });

  it('are those of one account and one month, with their bytes, and say which are spam', async () => {
    const [ours, lastOfMonth] = [submission(), submission({ receivedAtMs: Date.UTC(2026, 11, 1) - 1 })];
    const december = submission({ receivedAtMs: Date.UTC(2026, 11, 1) });
    const spam = submission({ isSpam: true, json: '{"a":"é"}' });
    await add('mixed', ours, lastOfMonth, december, stranger(), spam);
    const found = await find();
    expect(idsOf(found)).toEqual(idsOf([ours, lastOfMonth, spam]));
    const { id, receivedAtMs } = spam;
    expect(found.filter(({ isSpam }) => isSpam)).toEqual([{ id, receivedAtMs, bytes: 10, isSpam: true }]);
    expect(idsOf(await find('2026-12'))).toEqual([december.id]);
    expect(await find('2026-10')).toEqual([]);
  });

  it('count once when they are queued twice, and twice when their sender repeats them', async () => {
    const one = submission();
    await add('first', one);
    await add('again', one);
    await add('repeat', { ...one, receivedAtMs: november + 1 });
    expect((await find()).toSorted((a, b) => a.receivedAtMs - b.receivedAtMs)).toEqual([
      expect.objectContaining({ id: one.id, receivedAtMs: november }),
      expect.objectContaining({ id: one.id, receivedAtMs: november + 1 }),
    ]);
  });

  it('are not those of a job that has given places back, because everything of it is stored', async () => {
    const [one, other] = [submission(), submission()];
    await add('settled', one);
    await add('waiting', other);
    await tested.redis.set(tested.keys.receipt('settled'), '1');
    expect(idsOf(await find())).toEqual([other.id]);
  });

  it('are found beside jobs that cannot be read', async () => {
    const one = submission();
    await tested.queue.add(job, { rows: 'none' }, { jobId: 'no-batch' });
    const pointless = packBatch([submission()]);
    await tested.queue.add(job, { ...pointless, forms: [] }, { jobId: 'no-form' });
    await tested.redis.hset(tested.queue.toKey('no-form-either'), 'data', '{');
    await tested.redis.rpush(tested.queue.toKey('wait'), 'no-form-either', 'gone');
    await add('good', one);
    expect(idsOf(await find())).toEqual([one.id]);
  });

  it('are all found while jobs wander from list to list', async () => {
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
    // What was done before a look may be missing in it; nothing else may.
    for (let look = 0; done.size < sent.length && look < 1_000; look += 1) {
      const doneBefore = new Set(done);
      const found = new Set(idsOf(await find()));
      const missing = sent.filter(({ id }, n) => !found.has(id) && !done.has(`batch-${n}`) && !doneBefore.has(id));
      expect(missing).toEqual([]);
    }
    await consumers.close();
  });

  it('leave no trace on the connection that was used to find them', async () => {
    await find();
    const listeners = tested.redis.eventNames().map((name) => tested.redis.listenerCount(name));
    await find();
    expect(tested.redis.eventNames().map((name) => tested.redis.listenerCount(name))).toEqual(listeners);
  });
});
