import { randomUUID } from 'node:crypto';
import type { User } from '@inlet/db/client';
import { writeRefusals } from '@inlet/redis/refusals';
import { buildForm } from '@inlet/testing/build-form';
import { buildUser } from '@inlet/testing/build-user';
import { afterAll, beforeAll, beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { startTestAccount, type TestAccount } from '#account.test-setup.ts';
import { mailUsage } from '#plan/usage/mail-usage.ts';

let account: TestAccount;
beforeAll(async () => {
  account = await startTestAccount({ FILES_FOLDER: '/nowhere' });
});
afterAll(() => account.close());
beforeEach(async () => {
  await account.deps.database.prisma.user.deleteMany();
  await account.deps.database.prisma.pendingMail.deleteMany();
});

const november = Date.parse('2026-11-20T12:00:00Z');
const round = (nowMs = november) => mailUsage({ ...account.deps, database: account.serviceDatabase }, undefined, nowMs);
const mails = async () => {
  const found = await account.deps.database.prisma.pendingMail.findMany({ orderBy: { createdAt: 'asc' } });
  return found.map(({ recipient, subject }) => `${recipient} ${subject}`);
};
const almost = 'You have used 80 % of your submissions';
const full = "You've reached your monthly limit";

async function use(user: User, count: number, month = '2026-11-01', byteCount = 0): Promise<void> {
  const key = { userId: user.id, month: new Date(month) };
  const counter = { ...key, submissionCount: count, byteCount };
  const { monthlyUsage } = account.deps.database.prisma;
  await monthlyUsage.upsert({ where: { userId_month: key }, create: counter, update: counter });
}
const owner = (email: string, overrides: Partial<User> = {}) =>
  buildUser(account.deps.database.prisma, { email, plan: 'starter', ...overrides });

it('tells an owner once of 80 percent and once of 100, in each month', async () => {
  const user = await owner('ada@example.com');
  await use(user, 799);
  await round();
  expect(await mails()).toEqual([]);
  await use(user, 800);
  await Promise.all([round(), round(), round()]);
  await use(user, 999);
  await round();
  expect(await mails()).toEqual([`ada@example.com ${almost}`]);
  await use(user, 1_000);
  await Promise.all([round(), round()]);
  expect(await mails()).toEqual([`ada@example.com ${almost}`, `ada@example.com ${full}`]);
  await use(user, 900, '2026-12-01');
  await round(Date.parse('2026-12-20T00:00:00Z'));
  expect(await mails()).toHaveLength(3);
});

it('says only that all is used where that comes at once', async () => {
  await use(await owner('free@example.com', { plan: null }), 100);
  await round();
  await round();
  expect(await mails()).toEqual([`free@example.com ${full}`]);
  const [mail] = await account.deps.database.prisma.pendingMail.findMany();
  expect(mail?.text).toContain('100 of the 100 submissions');
  expect(mail?.text).toContain('until Dec 1, 2026');
  expect(mail?.options).toMatchObject({
    kind: 'usage',
    unsubscribeUrl: expect.stringContaining('/api/mail/unsubscribe?'),
  });
});

it('says how many were refused until then, and leads to a larger plan', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: november });
  onTestFinished(() => {
    vi.useRealTimers();
  });
  const { redis, database } = account.deps;
  const users = [await owner('busy@example.com'), await owner('calm@example.com')];
  for (const user of users) await use(user, 1_000);
  const form = await buildForm(database.prisma, { userId: users[0]?.id ?? '' });
  const counts = { submission_limit_reached: 1_300, byte_limit_reached: 1, origin_not_allowed: 7 };
  await writeRefusals(redis, account.keys, [{ formId: form.id, counts, latest: [] }]);
  await round();
  const found = await database.prisma.pendingMail.findMany({ orderBy: { recipient: 'asc' } });
  expect(found.map(({ text }) => text)).toEqual([
    expect.stringContaining('until Dec 1, 2026, and have refused 1,301 so far. With a larger plan'),
    expect.stringContaining('until Dec 1, 2026. With a larger plan'),
  ]);
  for (const { text } of found) expect(text).toMatch(/^Upgrade:\n\S+\/settings\/billing$/m);
});

it('compares with the plan that the account has', async () => {
  await use(await owner('pro@example.com', { plan: 'pro' }), 3_999);
  await use(await owner('early@example.com', { plan: 'early_pro' }), 4_000);
  await use(await owner('system@example.com', { plan: 'system' }), 99_000_000);
  await round();
  expect(await mails()).toEqual([`early@example.com ${almost}`]);
});

it('tells of data too, and of whichever is used more', async () => {
  const user = await owner('data@example.com');
  await use(user, 1, undefined, 799_999_999);
  await round();
  expect(await mails()).toEqual([]);
  await use(user, 1, undefined, 812_345_678);
  await round();
  await use(user, 801, undefined, 999_999_500);
  await round();
  await round();
  const most = 'You have used 80 % of your data';
  expect(await mails()).toEqual([`data@example.com ${most}`, `data@example.com ${full}`]);
  const [mail] = await account.deps.database.prisma.pendingMail.findMany({ orderBy: { createdAt: 'asc' } });
  expect(mail?.text).toContain('0.81 of the 1 GB of data');
});

it('tells of the storage once at 80 and once at 100 percent, and anew after there was room', async () => {
  const { prisma } = account.deps.database;
  const { id: userId } = await owner('files@example.com');
  const store = async (bytes: number) => {
    const key = { userId, period: 'storage', resource: 'storage' };
    const where = { userId_period_resource: key };
    await prisma.quota.upsert({ where, create: { ...key, direct: bytes }, update: { direct: bytes } });
    await Promise.all([round(), round()]);
    return mails();
  };
  const [most, all] = ['You have used 80 % of your storage', 'Your forms take no more files'].map(
    (subject) => `files@example.com ${subject}`,
  );
  expect(await store(799_999_999)).toEqual([]);
  // A running upload may need less than it has reserved.
  const upload = { id: randomUUID(), formId: randomUUID(), userId, reserved: 250_000_000 };
  await prisma.upload.create({ data: upload });
  expect(await store(1_000_000_000)).toEqual([]);
  await prisma.upload.deleteMany();
  expect(await store(800_000_000)).toEqual([most]);
  expect(await store(790_000_000)).toEqual([most]);
  expect(await store(1_000_000_000)).toEqual([most, all]);
  expect(await store(950_000_000)).toEqual([most, all]);
  expect(await store(1_000_000_000)).toEqual([most, all]);
  expect(await store(850_000_000)).toEqual([most, all]);
  expect(await store(1_000_000_000)).toEqual([most, all, all]);
  expect(await store(0)).toEqual([most, all, all]);
  expect(await store(900_000_000)).toEqual([most, all, all, most]);
  const [mail] = await prisma.pendingMail.findMany({ orderBy: { createdAt: 'asc' } });
  expect(mail?.text).toContain('0.8 of the 1 GB of storage');
});

it('sends nothing to owners who turned these mails off', async () => {
  await use(await owner('quiet@example.com', { wantsUsageMails: false }), 1_000);
  await round();
  expect(await mails()).toEqual([]);
});
