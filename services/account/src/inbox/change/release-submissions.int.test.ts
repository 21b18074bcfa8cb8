import { randomUUID } from 'node:crypto';
import type { Form, User } from '@inlet/db/client';
import { transaction } from '@inlet/db/transaction';
import { waitUntil } from '@inlet/local-servers/wait-until';
import { Intake } from '@inlet/queue/intake';
import { openProducer } from '@inlet/queue/producer';
import { openRedis, waitUntilConnected } from '@inlet/redis/connections';
import { mainLane } from '@inlet/redis/lanes';
import { packBatch } from '@inlet/submissions/batch';
import { monthOf } from '@inlet/submissions/months';
import { buildForm } from '@inlet/testing/build-form';
import { buildAcceptedSubmission } from '@inlet/testing/build-submission';
import { buildUser } from '@inlet/testing/build-user';
import { usedOf } from '@inlet/testing/counters';
import { openRedisProxy } from '@inlet/testing/redis-proxy';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { startTestAccount, type TestAccount } from '#account.test-setup.ts';
import { createRelease } from '#inbox/change/release-submissions.ts';

/** The limit of an account without a plan. */
const limit = 100;
const month = monthOf(Date.now());
const refusal = {
  error: 'Monthly submission limit reached (100). Upgrade your plan or wait until next month.',
  code: 'submission_limit_reached',
};

let account: TestAccount;
let user: User;
let form: Form;
let token: string;

beforeAll(async () => {
  account = await startTestAccount();
});
afterAll(() => account.close());
beforeEach(async () => {
  const { prisma } = account.deps.database;
  user = await buildUser(prisma, { plan: 'no longer sold' });
  form = await buildForm(prisma, { userId: user.id });
  token = await account.signIn(user);
});

/** Stores submissions and counts them like the worker. */
async function store(count: number, isSpam: boolean): Promise<string[]> {
  const { prisma } = account.deps.database;
  const data = Array.from({ length: count }, () => ({ id: randomUUID(), isSpam }));
  const rows = data.map((row) => ({ ...row, formId: form.id, data: {}, createdAt: new Date('2025-03-05') }));
  await prisma.submission.createMany({ data: rows });
  const [kept, spam] = isSpam ? [0, count] : [count, 0];
  await prisma.formTotal.upsert({
    where: { formId: form.id },
    create: { formId: form.id, submissionCount: kept, spamCount: spam },
    update: { submissionCount: { increment: kept }, spamCount: { increment: spam } },
  });
  return data.map(({ id }) => id);
}

/** Sets the account's usage of the current month. */
async function use(count: number): Promise<void> {
  const key = { userId: user.id, month: new Date(`${month}-01`) };
  await account.deps.database.prisma.monthlyUsage.create({ data: { ...key, submissionCount: count } });
}

const mark = (ids: readonly string[], isSpam: boolean) =>
  account.call(`POST /api/v1/forms/${form.id}/submissions/mark`, { token, body: { ids, isSpam } });

/** The month's count in Redis. */
async function counted(): Promise<number> {
  await account.deps.monthCounters.make([{ userId: user.id, month }]);
  return (await usedOf(account.deps.redis, account.keys, { userId: user.id, month })).submissions;
}

/** The rows and counters of the form, and the account's usage, which must be the same in both stores. */
async function state() {
  const { prisma } = account.deps.database;
  const where = { formId: form.id };
  const kept = await prisma.submission.count({ where: { ...where, isSpam: false } });
  const spam = await prisma.submission.count({ where: { ...where, isSpam: true } });
  const total = await prisma.formTotal.findUnique({ where });
  expect([total?.submissionCount, total?.spamCount].map(Number)).toEqual([kept, spam]);
  const usage = await prisma.monthlyUsage.findMany({ where: { userId: user.id } });
  const used = Number(usage[0]?.submissionCount ?? 0);
  expect(await counted()).toBe(used);
  return { kept, spam, used };
}

describe('what leaves the spam folder', () => {
  it('counts in the current month, which usage shows', async () => {
    await use(10);
    const ids = await store(5, true);
    expect((await mark(ids.slice(0, 3), false)).body).toEqual({ count: 3 });
    expect(await state()).toEqual({ kept: 3, spam: 2, used: 13 });
    const path = `PATCH /api/v1/forms/${form.id}/submissions/${ids[4]}`;
    expect((await account.call(path, { token, body: { isSpam: false } })).body).toMatchObject({ isSpam: false });
    expect(await state()).toEqual({ kept: 4, spam: 1, used: 14 });
    expect((await account.call('GET /api/v1/usage', { token })).body).toMatchObject({ currentSubmissions: 14 });
  });

  it('is refused as a whole where not all of it fits', async () => {
    await use(98);
    const ids = await store(4, true);
    const answer = await mark(ids.slice(0, 3), false);
    expect([answer.status, answer.body]).toEqual([429, refusal]);
    expect(await state()).toEqual({ kept: 0, spam: 4, used: 98 });
    expect((await mark(ids.slice(0, 2), false)).body).toEqual({ count: 2 });
    const one = await account.call(`PATCH /api/v1/forms/${form.id}/submissions/${ids[2]}`, {
      token,
      body: { isSpam: false },
    });
    expect([one.status, one.body]).toEqual([429, refusal]);
    expect(await state()).toEqual({ kept: 2, spam: 2, used: 100 });
  });

  it('counts once, however often it is moved back and forth', async () => {
    await use(97);
    const spam = await store(2, true);
    const kept = await store(1, false);
    await mark(kept, true);
    for (let n = 0; n < 3; n += 1) {
      expect((await mark([...spam, ...kept], false)).body).toEqual({ count: 3 });
      expect(await state()).toEqual({ kept: 3, spam: 0, used: 99 });
      expect((await mark([...spam, ...kept], true)).body).toEqual({ count: 3 });
      expect(await state()).toEqual({ kept: 0, spam: 3, used: 99 });
    }
  });

  it('takes none for what is in the inbox, is another form’s or does not exist', async () => {
    await use(100);
    const kept = await store(2, false);
    expect((await mark([...kept, randomUUID()], false)).body).toEqual({ count: 0 });
    expect(await state()).toEqual({ kept: 2, spam: 0, used: 100 });
  });

  it('has its month counted where Redis does not know it', async () => {
    const { prisma } = account.deps.database;
    const key = { userId: user.id, month: new Date(`${month}-01`) };
    await prisma.monthlyUsage.create({ data: { ...key, submissionCount: 99 } });
    const ids = await store(2, true);
    expect((await mark(ids, false)).status).toBe(429);
    expect((await mark(ids.slice(1), false)).body).toEqual({ count: 1 });
    expect(await state()).toEqual({ kept: 1, spam: 1, used: 100 });
  });
});

it('lets what is stored meanwhile pass within a second, though Redis hangs', async () => {
  const { deps } = account;
  const { pool } = deps.database;
  const proxy = await openRedisProxy(Number(new URL(account.env.REDIS_URL ?? '').port));
  const redis = openRedis({ role: 'client', url: proxy.url, name: 'test', logger: deps.logger });
  onTestFinished(() => redis.disconnect());
  await waitUntilConnected(redis, 60_000);
  proxy.goSilent();
  const [ids, other] = [await store(1, true), await store(1, true)];
  await mark(other, false);
  const watch = { ...deps.redisWatch, confirm: async () => undefined };
  const lanes = [{ ...mainLane(deps.lanes), redis, watch }];
  const released = createRelease({ ...deps, lanes })(user, form.id, ids);
  const outcome = released.catch(({ code }: { code: string }) => code);
  const head = 'select from change_heads where user_id = $1 for update';
  const isHeld = async () => (await pool.query(`${head} skip locked`, [user.id])).rowCount === 0;
  await waitUntil(isHeld, { what: 'the transaction to wait for Redis' });
  await transaction(pool, (client) => client.query(head, [user.id]), { statementTimeoutMs: 1_500 });
  expect(await outcome).toBe('unavailable');
});

describe('the limit of the month', () => {
  it('is never exceeded by requests at once', async () => {
    await use(90);
    const ids = await store(40, true);
    const lists = Array.from({ length: 10 }, (_, n) => ids.slice(4 * n, 4 * n + 4));
    const answers = await Promise.all(lists.map((list) => mark(list, false)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(2);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(8);
    expect(await state()).toEqual({ kept: 8, spam: 32, used: 98 });
  });

  it('counts a submission once that two requests name at once', async () => {
    await use(90);
    const ids = await store(10, true);
    const answers = await Promise.all(Array.from({ length: 4 }, () => mark(ids, false)));
    const counts = answers.map(({ body }) => (body as { count: number }).count);
    expect(counts.toSorted((a, b) => b - a)).toEqual([10, 0, 0, 0]);
    expect(await state()).toEqual({ kept: 10, spam: 0, used: 100 });
  });

  it('is shared with what ingest accepts in the same moment', async () => {
    const { redis } = account.deps;
    await use(50);
    await account.deps.monthCounters.make([{ userId: user.id, month }]);
    const ids = await store(40, true);
    const producer = openProducer(redis, account.keys);
    onTestFinished(producer.close);
    const intake = new Intake(redis, account.keys, producer);
    let accepted = 0;
    async function accept(): Promise<void> {
      const submission = buildAcceptedSubmission({ formId: form.id, userId: user.id });
      const limits = { submissions: limit, bytes: 1_000_000 };
      const request = { userId: user.id, month, wanted: { submissions: 1, bytes: 2 }, limits };
      const batch = { id: randomUUID(), requests: [request], claims: [], batch: packBatch([submission]) };
      if ((await intake.admit(batch)).isQueued) accepted += 1;
    }
    const releases = ids.map((id) => mark([id], false));
    await Promise.all([...releases, ...Array.from({ length: 40 }, accept)]);
    const released = (await Promise.all(releases)).filter(({ status }) => status === 200).length;
    expect(accepted + released).toBe(50);
    expect(await counted()).toBe(100);
    const usage = await account.deps.database.prisma.monthlyUsage.findFirst({ where: { userId: user.id } });
    expect(Number(usage?.submissionCount)).toBe(50 + released);
  });
});
