import { randomUUID } from 'node:crypto';
import type { Form, Prisma } from '@inlet/db/client';
import { buildForm } from '@inlet/testing/build-form';
import { buildTarget } from '@inlet/testing/build-target';
import { type BuiltUser, buildUser } from '@inlet/testing/build-user';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startTestAccount, type TestAccount } from '#account.test-setup.ts';
import { mailAlerts } from '#forms/alerts/mail-alerts.ts';

let account: TestAccount;
let user: BuiltUser;
let form: Form;
beforeAll(async () => {
  account = await startTestAccount();
});
afterAll(() => account.close());
beforeEach(async () => {
  const { prisma } = account.deps.database;
  await prisma.pendingMail.deleteMany();
  user = await buildUser(prisma);
  form = await buildForm(prisma, { userId: user.id, name: 'Contact', createdAt: new Date('2026-01-01') });
  const alerts = { alertsSilence: true, alertsSurge: true };
  await prisma.notifications.create({ data: { formId: form.id, mode: 'off', ...alerts } });
});

const dayMs = 86_400_000;
const today = new Date('2026-11-23T15:00:00Z');
const inDays = (days: number) => new Date(today.getTime() + days * dayMs);
const dayOf = (time: Date) => new Date(time.toISOString().slice(0, 10));

/** Adds this many submissions for each day, until some days ago. */
async function received(perDay: number, { until = -1, days = 28 } = {}): Promise<void> {
  const { prisma } = account.deps.database;
  const counts = Array.from({ length: days }, (_, index) => dayOf(inDays(until - index)));
  const data = counts.map((day) => ({ formId: form.id, day, submissionCount: perDay }));
  await prisma.dailyFormCounter.createMany({ data });
  const total = { submissionCount: perDay * days, lastSubmissionAt: inDays(until) };
  await prisma.formTotal.upsert({ where: { formId: form.id }, create: { formId: form.id, ...total }, update: total });
}
async function receivedToday(count: number): Promise<void> {
  const { prisma } = account.deps.database;
  await prisma.dailyFormCounter.create({ data: { formId: form.id, day: dayOf(today), submissionCount: count } });
  await prisma.formTotal.updateMany({ where: { formId: form.id }, data: { lastSubmissionAt: inDays(1 / 24) } });
}
const round = (now = today) => mailAlerts({ ...account.deps, database: account.serviceDatabase }, undefined, now);
const subjects = async () => {
  const found = await account.deps.database.prisma.pendingMail.findMany({ where: { recipient: user.email } });
  return found.map(({ subject }) => subject);
};
const silence = 'A form receives nothing any more';
const surge = 'A form receives far more than usual';

describe('silence', () => {
  it('is told once, by each silence', async () => {
    await received(5, { until: -4 });
    await Promise.all([round(), round()]);
    await round(inDays(1));
    expect(await subjects()).toEqual([silence]);
    await receivedToday(1);
    await round(inDays(2));
    expect(await subjects()).toEqual([silence]);
    await round(inDays(10));
    expect(await subjects()).toEqual([silence, silence]);
  });

  it.each([
    ['a weekend of a busy form', 50, -2],
    ['five days of a form with one a day', 1, -5],
  ])('is not %s', async (_, perDay, until) => {
    await received(perDay, { until });
    await round();
    expect(await subjects()).toEqual([]);
  });

  it.each<[string, Prisma.FormUpdateInput]>([
    ['is inactive', { isActive: false }],
    ['opens later', { opensAt: inDays(1) }],
    ['has closed', { closesAt: today }],
    ['is full', { maxSubmissions: 140 }],
    ['opened two days ago', { opensAt: inDays(-2) }],
  ])('is not that of a form that %s', async (_, data) => {
    await received(5, { until: -20 });
    await account.deps.database.prisma.form.update({ where: { id: form.id }, data });
    await round();
    expect(await subjects()).toEqual([]);
  });

  it('is that of a form within its times and its number', async () => {
    await received(5, { until: -20 });
    const data = { opensAt: inDays(-4), closesAt: inDays(1), maxSubmissions: 141 };
    await account.deps.database.prisma.form.update({ where: { id: form.id }, data });
    await round();
    expect(await subjects()).toEqual([silence]);
  });

  it('is a week of a form with one a day', async () => {
    await received(1, { until: -8 });
    await round();
    expect(await subjects()).toEqual([silence]);
  });
});

describe('an alert to an integration', () => {
  const sealed = Buffer.from('nobody opens it');
  const deliveries = () => account.deps.database.prisma.delivery.findMany({ orderBy: { id: 'asc' } });
  const choose = async (targetId: string | null) => {
    const token = await account.signIn(user);
    const path = `/api/v1/forms/${form.id}/notifications`;
    return account.call(`PATCH ${path}`, { token, body: { alerts: { targetId } } });
  };
  beforeEach(async () => void (await account.deps.database.prisma.delivery.deleteMany()));

  it('goes beside the mail, once, with the form, the fact and the link', async () => {
    const target = await buildTarget(account.deps.database.prisma, { formId: form.id, sealed, kind: 'slack' });
    expect((await choose(target.id)).body).toMatchObject({
      alerts: { silence: true, surge: true, targetId: target.id },
    });
    await received(5, { until: -4 });
    await Promise.all([round(), round()]);
    const alert = {
      kind: 'silence',
      message: expect.stringMatching(/^Your form “Contact” has received no submission since /),
      url: `${account.deps.config.PUBLIC_URL}/forms/${form.id}`,
    };
    expect(await deliveries()).toMatchObject([{ targetId: target.id, type: 'form.alert', alert }]);
    expect(await subjects()).toEqual([silence]);
    expect((await choose(null)).body).toMatchObject({ alerts: { targetId: null } });
  });

  it('needs an integration of this form that shows messages', async () => {
    const { prisma } = account.deps.database;
    const stranger = await buildForm(prisma, { userId: user.id });
    const foreign = await buildTarget(prisma, { formId: stranger.id, sealed });
    const rows = await buildTarget(prisma, { formId: form.id, sealed, kind: 'notion' });
    for (const id of [foreign.id, rows.id, randomUUID(), 'slack']) {
      expect(await choose(id)).toMatchObject({ status: 422, body: { issues: [{ field: 'alerts.targetId' }] } });
    }
  });
});

describe('a surge', () => {
  it('is told once a day', async () => {
    await received(20);
    await receivedToday(200);
    await Promise.all([round(), round()]);
    expect(await subjects()).toEqual([surge]);
  });

  it.each([
    ['less than ten times as much as usual', 20, 199],
    ['a few', 1, 49],
  ])('is not %s', async (_, perDay, count) => {
    await received(perDay);
    await receivedToday(count);
    await round();
    expect(await subjects()).toEqual([]);
  });

  it('is not the first week of a form', async () => {
    const { prisma } = account.deps.database;
    await prisma.form.update({ where: { id: form.id }, data: { createdAt: inDays(-6) } });
    await receivedToday(500);
    await round();
    expect(await subjects()).toEqual([]);
  });
});

it('sends nothing to owners who did not enable it', async () => {
  const data = { alertsSilence: false, alertsSurge: false };
  await account.deps.database.prisma.notifications.update({ where: { formId: form.id }, data });
  await received(20, { until: -4 });
  await round();
  await receivedToday(5_000);
  await round();
  expect(await subjects()).toEqual([]);
});
