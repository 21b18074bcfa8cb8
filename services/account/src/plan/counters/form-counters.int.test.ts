import { randomUUID } from 'node:crypto';
import { formEntrySchema } from '@inlet/contracts/form-directory';
import type { Form, User } from '@inlet/db/client';
import { internalAuthorization } from '@inlet/http/internal-token';
import { openProducer } from '@inlet/queue/producer';
import { packBatch } from '@inlet/submissions/batch';
import { buildForm } from '@inlet/testing/build-form';
import { buildAcceptedSubmission } from '@inlet/testing/build-submission';
import { buildUser } from '@inlet/testing/build-user';
import { usedOf } from '@inlet/testing/counters';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startTestAccount, type TestAccount, testInternalToken } from '#account.test-setup.ts';
import { compareCounters, keepCounters } from '#plan/counters/keep-counters.ts';

let account: TestAccount;
let user: User;
let token: string;
let form: Form;

beforeAll(async () => {
  account = await startTestAccount();
});
afterAll(() => account.close());
beforeEach(async () => {
  const { prisma } = account.deps.database;
  user = await buildUser(prisma);
  token = await account.signIn(user);
  form = await buildForm(prisma, { userId: user.id });
});

const patch = (body: object) => account.call(`PATCH /api/v1/forms/${form.id}`, { token, body });
const read = async () => (await account.call(`GET /api/v1/forms/${form.id}`, { token })).body;
const entry = async () =>
  formEntrySchema.parse(JSON.parse((await account.deps.redis.get(account.keys.form(form.endpointId))) ?? 'null'));
const version = async () => (await entry()).closing?.max?.version ?? -1;
const counted = async () =>
  (await usedOf(account.deps.redis, account.keys, { formId: form.id, version: await version() })).submissions;
/** Counts stored submissions of a day, as the worker does. */
const store = async (count: number, day = new Date()) => {
  await account.deps.database.prisma.dailyFormCounter.create({
    data: { formId: form.id, day, submissionCount: count },
  });
};
const submissions = (count: number, overrides = {}) =>
  Array.from({ length: count }, () => buildAcceptedSubmission({ formId: form.id, userId: user.id, ...overrides }));

describe('the counter of a form with a number', () => {
  const queue = (batch: ReturnType<typeof submissions>, jobId: string = randomUUID()) =>
    openProducer(account.deps.redis, account.keys).add('store-submissions', jobId, packBatch(batch));

  it('counts what was stored and what waits, without spam, when a number is set', async () => {
    await store(3, new Date('2024-02-01'));
    await store(4);
    const { prisma, pool } = account.deps.database;
    await prisma.formTotal.create({ data: { formId: form.id, submissionCount: 1, pastCount: 100 } });
    await queue([...submissions(2), ...submissions(5, { isSpam: true })]);
    await queue(submissions(6), 'stored');
    await pool.query(`insert into stored_batches (job, refunded_at, form_refunds) values ('stored', now(), $1)`, [
      JSON.stringify([{ formId: form.id, submissions: 1 }]),
    ]);
    await pool.query(
      `insert into dead_submissions (id, form_id, payload, reason, submissions) values ($1, $2, '', 'x', 1)`,
      [randomUUID(), form.id],
    );
    await patch({ maxSubmissions: 500 });
    expect(await counted()).toBe(3 + 4 + 100 + 2 + 1 + 1);
    expect(await read()).toMatchObject({ countedSubmissions: 107, state: 'open' });
  });

  it('is another one when a number is set again after a time without one', async () => {
    await patch({ maxSubmissions: 10 });
    await account.deps.redis.hset(account.keys.formCounter(form.id, await version()), 'submissions', 9);
    await patch({ maxSubmissions: 20 });
    expect([await version(), await counted()]).toEqual([1, 9]);
    await patch({ maxSubmissions: null });
    await store(4);
    await patch({ maxSubmissions: 20 });
    expect([await version(), await counted()]).toEqual([2, 4]);
  });

  it('is made for ingest after it was lost, and compared with the database when it refused a visitor', async () => {
    const ask = (isRefused: boolean, number: number) =>
      account.call('POST /internal/counters', {
        headers: internalAuthorization(testInternalToken),
        body: { accounts: [], forms: [{ formId: form.id, version: number }], isRefused },
      });
    await patch({ maxSubmissions: 10 });
    const key = account.keys.formCounter(form.id, 1);
    await store(4);
    await account.deps.redis.del(key);
    expect((await ask(false, 1)).status).toBe(204);
    expect(await counted()).toBe(4);
    await account.deps.redis.hset(key, 'submissions', 10);
    await ask(true, 1);
    expect(await counted()).toBe(4);
    // A process that has not heard of a change gets no counter.
    await ask(false, 0);
    expect(await account.deps.redis.exists(account.keys.formCounter(form.id, 0))).toBe(0);
  });

  it('is corrected soon after it was made, and once an hour', async () => {
    const { redis, formCounters } = account.deps;
    await patch({ maxSubmissions: 10 });
    await formCounters.correctNew();
    // A process that has not heard of the number queued them without counting them.
    await queue(submissions(3));
    await formCounters.correctNew();
    expect(await counted()).toBe(3);
    await redis.hincrby(account.keys.formCounter(form.id, 1), 'submissions', 5);
    await redis.hincrby(account.keys.formCounter(form.id, 1), 'moves', 1);
    await redis.del(account.keys.countersCompared);
    await compareCounters(account.deps);
    expect(await counted()).toBe(3);
  });

  it('is made for refunds that wait for it', async () => {
    await patch({ maxSubmissions: 10 });
    await account.deps.redis.del(account.keys.formCounter(form.id, 1));
    await account.deps.database.pool.query(
      `insert into stored_batches (job, refunded_at, form_refunds) values ($1, now(), $2)`,
      [randomUUID(), JSON.stringify([{ formId: form.id, submissions: 2 }])],
    );
    await keepCounters(account.deps);
    expect(await counted()).toBe(2);
  });
});
