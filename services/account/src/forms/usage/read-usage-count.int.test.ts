import { randomUUID } from 'node:crypto';
import type { Form } from '@inlet/db/client';
import { openProducer, type Producer } from '@inlet/queue/producer';
import { internalAuthorization } from '@inlet/service/internal-token';
import { type AcceptedSubmission, packBatch } from '@inlet/submissions/batch';
import { buildForm } from '@inlet/testing/build-form';
import { buildAcceptedSubmission } from '@inlet/testing/build-submission';
import { buildUser } from '@inlet/testing/build-user';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startTestAccount, type TestAccount, testInternalToken } from '#account.test-setup.ts';

const month = '2026-11';
const receivedAtMs = Date.UTC(2026, 10, 20, 8);
const headers = internalAuthorization(testInternalToken);

let account: TestAccount;
let producer: Producer;
let form: Form;

beforeAll(async () => {
  account = await startTestAccount();
  producer = openProducer(account.deps.redis, account.keys);
});
afterAll(async () => {
  await producer.close();
  await account.close();
});
beforeEach(async () => {
  const { prisma } = account.deps.database;
  form = await buildForm(prisma, { userId: (await buildUser(prisma)).id });
});

const submission = (overrides: Partial<AcceptedSubmission> = {}) =>
  buildAcceptedSubmission({ formId: form.id, userId: form.userId, receivedAtMs, ...overrides });
const queue = (...submissions: AcceptedSubmission[]) =>
  producer.add('store-submissions', randomUUID(), packBatch(submissions));
const ask = (path: string, call = { headers }) => account.call(`GET /internal/usage/${path}`, call);
const count = async (of = month) => (await ask(`${form.userId}/${of}`)).body;

/** Writes what the worker would: the rows, and the usage that goes with them, in one transaction. */
async function store(submissions: readonly AcceptedSubmission[]): Promise<void> {
  await account.deps.database.prisma.$transaction([
    account.deps.database.prisma.submission.createMany({
      data: submissions.map(({ id, receivedAtMs: atMs }) => ({
        id,
        formId: form.id,
        data: {},
        createdAt: new Date(atMs),
      })),
    }),
    account.deps.database.prisma.monthlyUsage.upsert({
      where: { userId_month: { userId: form.userId, month: new Date(`${month}-01`) } },
      create: { userId: form.userId, month: new Date(`${month}-01`), submissionCount: submissions.length },
      update: { submissionCount: { increment: submissions.length } },
    }),
  ]);
}

describe('what an account has used of a month', () => {
  it('is told to the services of the installation alone', async () => {
    for (const given of [{}, internalAuthorization('another token of thirty-two characters'), { authorization: 'x' }]) {
      const answer = await ask(`${form.userId}/${month}`, { headers: given as typeof headers });
      expect([answer.status, answer.body]).toMatchObject([403, { code: 'forbidden' }]);
    }
  });

  it.each([
    ['no id', `x/${month}`],
    ['no month', `${randomUUID()}/november`],
    ['a month that no year has', `${randomUUID()}/2026-13`],
    ['a month of no year', `${randomUUID()}/0000-01`],
    ['a day', `${randomUUID()}/2026-11-01`],
  ])('is not told for %s', async (_what, path) => {
    expect((await ask(path)).status).toBe(422);
  });

  it('is nothing for an account that sent nothing, known or not', async () => {
    expect(await count()).toEqual({ count: 0 });
    expect((await ask(`${randomUUID()}/${month}`)).body).toEqual({ count: 0 });
  });

  it('is what is stored and what waits, each month by itself', async () => {
    await store([submission(), submission(), submission()]);
    await queue(submission(), submission({ receivedAtMs: Date.UTC(2026, 11, 1) }), submission({ isSpam: true }));
    expect(await count()).toEqual({ count: 4 });
    expect(await count('2026-12')).toEqual({ count: 1 });
  });

  it('counts once what is stored and still waits, as after a worker that died', async () => {
    const batch = [submission(), submission()];
    await queue(...batch);
    await store(batch);
    expect(await count()).toEqual({ count: 2 });
  });

  it('counts a repeat that waits, for the worker gives its place back only later', async () => {
    const one = submission();
    await store([one]);
    await queue({ ...one, receivedAtMs: receivedAtMs + 5 });
    expect(await count()).toEqual({ count: 2 });
  });

  it('is the same at every moment in which a worker drains the queue', async () => {
    const batches = new Map<string, AcceptedSubmission[]>();
    for (let n = 0; n < 60; n += 1) {
      const batch = [submission(), submission()];
      batches.set(`batch-${n}`, batch);
      await producer.add('store-submissions', `batch-${n}`, packBatch(batch));
    }
    const drained = drain(batches);
    let isOver = false;
    void drained.finally(() => {
      isOver = true;
    });
    const answers = new Set<string>();
    while (!isOver) answers.add(JSON.stringify(await count()));
    await drained;
    answers.add(JSON.stringify(await count()));
    expect([...answers]).toEqual(['{"count":120}']);
  });

  /** Does with the queue what BullMQ does: takes a job up, has it stored, and takes it away. */
  async function drain(batches: ReadonlyMap<string, readonly AcceptedSubmission[]>): Promise<void> {
    const { redis } = account.deps;
    const jobs = `${account.keys.queues}:submissions`;
    for (;;) {
      const jobId = await redis.lmove(`${jobs}:wait`, `${jobs}:active`, 'RIGHT', 'LEFT');
      if (jobId === null) return;
      const batch = batches.get(jobId);
      if (batch) await store(batch);
      await redis.multi().lrem(`${jobs}:active`, 0, jobId).del(`${jobs}:${jobId}`).exec();
    }
  }
});
