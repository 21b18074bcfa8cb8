import { randomUUID } from 'node:crypto';
import { type AttentionItem, dashboardSchema } from '@inlet/contracts/dashboard';
import { automaticRoles } from '@inlet/contracts/field-roles';
import type { Form } from '@inlet/db/client';
import { writeRefusals } from '@inlet/redis/refusals';
import { buildForm } from '@inlet/testing/build-form';
import { buildTarget } from '@inlet/testing/build-target';
import { buildUser } from '@inlet/testing/build-user';
import { describe, expect, it } from 'vitest';
import { account, form, setUpFormOwner, token, user } from '#forms/form-owner.test-setup.ts';
import { makeKey } from '#make-key.test-setup.ts';

const dayMs = 86_400_000;

setUpFormOwner({ form: { name: 'Contact', allowedOrigins: ['https://example.com'] } });

async function read(by = token) {
  const answer = await account.call('GET /api/v1/dashboard', { token: by });
  expect(answer.status).toBe(200);
  return dashboardSchema.parse(answer.body);
}
const daysAgo = (days: number) => new Date(Date.now() - days * dayMs);

async function receive({ id }: Form, data: object, createdAt = new Date(), isSpam = false): Promise<void> {
  await account.deps.database.pool.query(
    'insert into submissions (id, form_id, data, created_at, is_spam) values ($1, $2, $3, $4, $5)',
    [randomUUID(), id, JSON.stringify(data), createdAt, isSpam],
  );
}
const count = (day: Date, counts: { submissionCount?: number; spamCount?: number }) =>
  account.deps.database.prisma.dailyFormCounter.create({
    data: { formId: form.id, day, submissionCount: 0, spamCount: 0, ...counts },
  });
const total = (counts: { submissionCount?: number; spamCount?: number; lastSubmissionAt?: Date }) =>
  account.deps.database.prisma.formTotal.create({ data: { formId: form.id, submissionCount: 0, ...counts } });

it('is empty for a new account', async () => {
  const { timeZone, days, latest, attention } = await read();
  expect([timeZone, latest, attention]).toEqual(['UTC', [], []]);
  expect([days.length, days.at(-1), days.at(0)?.submissions]).toEqual([
    60,
    { date: new Date().toISOString().slice(0, 10), submissions: 0 },
    0,
  ]);
});

it('counts the days of all forms of the account, and of no other', async () => {
  const { prisma } = account.deps.database;
  const second = await buildForm(prisma, { userId: user.id });
  const foreign = await buildForm(prisma, { userId: (await buildUser(prisma)).id });
  for (const { id: formId } of [form, second, foreign]) {
    await prisma.dailyFormCounter.create({ data: { formId, day: daysAgo(1), submissionCount: 7 } });
  }
  await receive(foreign, { name: 'Eve' });
  const { days, latest } = await read();
  expect(days.slice(-2).map(({ submissions }) => submissions)).toEqual([14, 0]);
  expect(latest).toEqual([]);
});

it('has the newest submissions over all forms, without spam, long values cut', async () => {
  const { prisma } = account.deps.database;
  const second = await buildForm(prisma, { userId: user.id, name: 'News' });
  const fieldRoles = { name: 'minutes', subject: null, message: null };
  await prisma.form.update({ where: { id: second.id }, data: { fieldRoles } });
  for (const minutes of [1, 2, 3, 4, 5, 6, 7, 8]) {
    await receive(minutes % 2 === 0 ? form : second, { minutes }, new Date(Date.now() - minutes * 60_000));
  }
  await receive(form, { minutes: 'spam' }, new Date(), true);
  await receive(form, { minutes: 'x'.repeat(5_000) });
  const { latest } = await read();
  expect(latest.map(({ formName }) => formName)).toEqual([
    'Contact',
    'News',
    'Contact',
    'News',
    'Contact',
    'News',
    'Contact',
  ]);
  expect(latest.slice(0, 2).map((row) => row.fieldRoles)).toEqual([automaticRoles, fieldRoles]);
  expect(latest[0]).toMatchObject({ isTruncated: true, formId: form.id });
  expect(latest.slice(1).map(({ data }) => data.minutes)).toEqual([1, 2, 3, 4, 5, 6]);
});

describe('what needs a look', () => {
  const attention = async (by?: string) => (await read(by)).attention;
  const about = () => ({ formId: form.id, formName: 'Contact' });
  const refuse = (origins: readonly (string | null)[], { id } = form) =>
    writeRefusals(account.deps.redis, account.keys, [
      {
        formId: id,
        counts: { origin_not_allowed: origins.length },
        latest: origins.map((origin) => ({ reason: 'origin_not_allowed', at: new Date().toISOString(), origin })),
      },
    ]);

  it('is spam of the last week that is still there', async () => {
    await total({ spamCount: 5 });
    await count(daysAgo(8), { spamCount: 40 });
    expect(await attention()).toEqual([]);
    await count(daysAgo(2), { spamCount: 3 });
    await count(daysAgo(0), { spamCount: 9 });
    expect(await attention()).toEqual([{ kind: 'spam', ...about(), count: 5 }]);
  });

  it('is an origin that was refused and may be allowed, until it is', async () => {
    const origin = 'https://new.example.com';
    await refuse([origin, 'https://example.com', 'http://plain.example', null, origin, origin]);
    expect(await attention()).toEqual([{ kind: 'refused-origin', ...about(), origin, count: 3 }]);
    const body = { allowedOrigins: ['https://example.com', origin] };
    await account.call(`PATCH /api/v1/forms/${form.id}`, { token, body });
    expect(await attention()).toEqual([]);
  });

  it('names two origins of a form at the most: a stranger may make up any number', async () => {
    await refuse(Array.from({ length: 20 }, (_, n) => `https://${n}.example`));
    expect((await attention()).map(({ kind }) => kind)).toEqual(['refused-origin', 'refused-origin']);
  });

  it('is a target that fails or was disabled, not one that its owner paused', async () => {
    const { prisma } = account.deps.database;
    const since = daysAgo(0);
    const own = { formId: form.id, sealed: Buffer.from('sealed') };
    const failing = await buildTarget(prisma, { ...own, name: 'CRM', failingSince: since });
    const disabled = await buildTarget(prisma, { ...own, name: 'Old', state: 'disabled', stoppedAt: since });
    await buildTarget(prisma, { ...own, state: 'paused', failingSince: since });
    await buildTarget(prisma, own);
    await prisma.delivery.create({
      data: {
        targetId: failing.id,
        eventId: randomUUID(),
        type: 'submission.created',
        submissionId: randomUUID(),
        occurredAt: since,
        dueAt: since,
      },
    });
    const shared = { kind: 'failing-target', ...about(), since: since.toISOString() };
    expect(await attention()).toEqual([
      { ...shared, targetId: failing.id, targetName: 'CRM', isDisabled: false, waiting: 1 },
      { ...shared, targetId: disabled.id, targetName: 'Old', isDisabled: true, waiting: 0 },
    ]);
  });

  it('shows a read-only key nothing about targets', async () => {
    const { prisma } = account.deps.database;
    await buildTarget(prisma, { formId: form.id, sealed: Buffer.from('sealed'), failingSince: daysAgo(0) });
    for (const [scope, kinds] of [
      ['write', ['failing-target']],
      ['read', []],
    ] as const) {
      const { key } = await makeKey(account, user.id, { scope });
      expect((await attention(key)).map(({ kind }) => kind)).toEqual(kinds);
    }
  });

  it('is a form that has fallen silent within a month', async () => {
    const lastSubmissionAt = daysAgo(4);
    await total({ submissionCount: 140, lastSubmissionAt });
    for (let day = 4; day < 32; day += 1) await count(daysAgo(day), { submissionCount: 5 });
    const found: AttentionItem = { kind: 'silent-form', ...about(), since: lastSubmissionAt.toISOString() };
    expect(await attention()).toEqual([found]);
    const { prisma } = account.deps.database;
    for (const closed of [{ closesAt: daysAgo(1) }, { opensAt: daysAgo(-1) }, { maxSubmissions: 140 }]) {
      await prisma.form.update({ where: { id: form.id }, data: closed });
      expect(await attention()).toEqual([]);
      await prisma.form.update({
        where: { id: form.id },
        data: { closesAt: null, opensAt: null, maxSubmissions: null },
      });
    }
    expect(await attention()).toEqual([found]);
    await prisma.formTotal.update({ where: { formId: form.id }, data: { lastSubmissionAt: daysAgo(31) } });
    expect(await attention()).toEqual([]);
  });
});

it('is refused without a subscription', async () => {
  const { prisma } = account.deps.database;
  await prisma.user.update({ where: { id: user.id }, data: { subscriptionStatus: 'inactive' } });
  const answer = await account.call('GET /api/v1/dashboard', { token });
  expect([answer.status, answer.body]).toMatchObject([402, { code: 'subscription_required' }]);
});
