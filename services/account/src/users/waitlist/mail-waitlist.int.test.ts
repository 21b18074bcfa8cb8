import { billingStateSchema } from '@inlet/contracts/billing';
import { buildSubmission } from '@inlet/testing/build-submission';
import { buildUser } from '@inlet/testing/build-user';
import { beforeEach, expect, it, onTestFinished } from 'vitest';
import { startTestAccount, type TestAccount } from '#account.test-setup.ts';
import { handOverMails } from '#mail/hand-over-mails.ts';
import { mailsTo } from '#mailbox.test-setup.ts';
import { leaveWaitlist } from '#users/waitlist/leave-waitlist.ts';
import { mailWaitlist } from '#users/waitlist/mail-waitlist.ts';
import { ensureWaitlist } from '#users/waitlist/system-account.ts';

let account: TestAccount;
let formId: string;

beforeEach(async () => {
  account = await startTestAccount();
  onTestFinished(account.close);
  await ensureWaitlist(account.deps);
  formId = (await account.deps.database.prisma.form.findFirstOrThrow()).id;
});

/** Adds addresses to the list, and runs account's check with its own role. */
async function join(...emails: unknown[]): Promise<void> {
  for (const email of emails) await enter(email);
  await look();
}

const enter = (email: unknown, more: Partial<Parameters<typeof buildSubmission>[1]> = {}) =>
  buildSubmission(account.deps.database.prisma, { formId, data: { email: email as string }, ...more });

async function look(): Promise<void> {
  await mailWaitlist({ ...account.deps, database: account.serviceDatabase });
  await handOverMails(account.deps);
}

const countMails = async () => account.deps.redis.llen(`${account.keys.queues}:mail:wait`);

it('an address that joins is told so, as an answer that it can stop', async () => {
  await join('Ada@Example.com');
  const [mail, ...others] = await mailsTo(account, 'ada@example.com');
  expect(others).toEqual([]);
  expect(mail).toMatchObject({ subject: 'You are on the waitlist', kind: 'auto-reply' });
  const token = new URL(mail?.unsubscribeUrl ?? '').searchParams.get('token');
  expect((await account.call(`GET /api/mail/unsubscribe?token=${token}`)).body).toMatchObject({
    kind: 'auto-reply',
    email: 'ada@example.com',
  });
});

it('nobody is told twice, by whatever name of the mailbox and however often they join', async () => {
  await join('ada@example.com', ' ADA@example.com ', 'ada+again@example.com');
  await join('ada@example.com', 'ada+more@example.com');
  await Promise.all([look(), look(), look()]);
  expect(await countMails()).toBe(1);
});

it('what is no address, spam, or older than a day is not answered', async () => {
  await enter('old@example.com', { createdAt: new Date(Date.now() - 86_401_000) });
  await enter('spam@example.com', { isSpam: true });
  await join('no address', ['list@example.com'], 7, null, 'two words@example.com');
  expect(await countMails()).toBe(0);
});

it('strangers together cause a hundred mails an hour, whoever they name', async () => {
  const { prisma } = account.deps.database;
  await join(...Array.from({ length: 130 }, (_, n) => `stranger${n}@example.com`));
  expect(await countMails()).toBe(100);
  await look();
  expect(await countMails()).toBe(100);
  await prisma.waitlistMail.updateMany({ data: { mailedAt: new Date(Date.now() - 3_601_000) } });
  await look();
  expect(await countMails()).toBe(130);
});

it('an address that strangers have had mailed three times is left alone', async () => {
  const other = await startTestAccount({ RATE_LIMITS: 'on' });
  onTestFinished(other.close);
  await buildUser(other.deps.database.prisma, { email: 'ada@example.com' });
  for (let n = 0; n < 3; n += 1) {
    await other.call('POST /api/auth/forgot-password', { body: { email: 'ada@example.com' } });
  }
  await ensureWaitlist(other.deps);
  const form = await other.deps.database.prisma.form.findFirstOrThrow();
  await buildSubmission(other.deps.database.prisma, { formId: form.id, data: { email: 'ada@example.com' } });
  await mailWaitlist(other.deps);
  await handOverMails(other.deps);
  const subjects = (await mailsTo(other, 'ada@example.com')).map(({ subject }) => subject);
  expect(subjects).toHaveLength(3);
  expect(subjects).not.toContain('You are on the waitlist');
});

it('an account knows that its own verified address waits, until it leaves the list', async () => {
  const { prisma } = account.deps.database;
  const none = { plan: null, subscriptionStatus: 'inactive', stripeSubscriptionId: null };
  const user = await buildUser(prisma, { ...none, email: 'ada@example.com', emailVerifiedAt: new Date() });
  const token = await account.signIn(user);
  const isOnWaitlist = async () =>
    billingStateSchema.parse((await account.call('GET /api/v1/billing', { token })).body).isOnWaitlist;
  expect(await isOnWaitlist()).toBe(false);
  await join('ada@example.com');
  expect(await isOnWaitlist()).toBe(true);
  await prisma.user.update({ where: { id: user.id }, data: { emailVerifiedAt: null } });
  expect(await isOnWaitlist()).toBe(false);
  await prisma.user.update({ where: { id: user.id }, data: { emailVerifiedAt: new Date() } });
  await prisma.$transaction((tx) => leaveWaitlist(tx, 'ada@example.com'));
  expect(await isOnWaitlist()).toBe(false);
  expect(await prisma.waitlistMail.count()).toBe(0);
});

it('the hash of an address is forgotten after a year', async () => {
  const { prisma } = account.deps.database;
  await join('ada@example.com');
  await prisma.waitlistMail.updateMany({ data: { mailedAt: new Date(Date.now() - 366 * 86_400_000) } });
  await prisma.submission.deleteMany();
  await look();
  expect(await prisma.waitlistMail.count()).toBe(0);
});
