import { buildForm } from '@inlet/testing/build-form';
import { type BuiltUser, buildUser } from '@inlet/testing/build-user';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { startTestAccount, type TestAccount } from '#account.test-setup.ts';
import { handOverMails } from '#mail/hand-over-mails.ts';
import { mailsTo } from '#mailbox.test-setup.ts';
import { makeKey } from '#make-key.test-setup.ts';
import { endIdleAccounts } from '#users/idle/end-idle-accounts.ts';

const dayMs = 86_400_000;
let account: TestAccount;
let user: BuiltUser;
/** A round that many days after the last activity, which was at noon. */
const usedAt = Date.UTC(2026, 0, 10, 12);
const round = (days: number) => endIdleAccounts(account.deps, undefined, new Date(usedAt + days * dayMs));

beforeAll(async () => {
  account = await startTestAccount({ IDLE_ACCOUNTS: 'delete' });
});
afterAll(() => account.close());
beforeEach(async () => {
  user = await buildIdle();
});

const buildIdle = (overrides = {}) =>
  buildUser(account.deps.database.prisma, {
    createdAt: new Date(usedAt - 100 * dayMs),
    lastActiveOn: new Date(usedAt),
    subscriptionStatus: 'inactive',
    ...overrides,
  });
const subjects = async ({ email }: BuiltUser = user) => {
  await handOverMails(account.deps);
  return (await mailsTo(account, email)).map(({ subject }) => subject);
};
const isThere = async ({ id }: BuiltUser = user) =>
  (await account.deps.database.prisma.user.count({ where: { id } })) === 1;
const warning = 'Your account is about to be deleted';

describe('an account that nobody uses', () => {
  it('is warned 30 and 7 days before the year is over, once each, and then deleted with its forms', async () => {
    const { id: formId } = await buildForm(account.deps.database.prisma, { userId: user.id });
    await round(334);
    expect(await subjects()).toEqual([]);
    for (const days of [336, 337, 357]) await round(days);
    expect(await subjects()).toEqual([warning]);
    const [first] = await mailsTo(account, user.email);
    expect(first?.text).toContain('on Jan 11, 2027');
    for (const days of [359, 360, 365]) await round(days);
    expect(await subjects()).toEqual([warning, warning]);
    expect(await isThere()).toBe(true);
    await round(367);
    expect(await isThere()).toBe(false);
    expect(await account.deps.database.prisma.form.count({ where: { id: formId } })).toBe(0);
    await round(368);
    expect(await subjects()).toEqual([warning, warning, 'Your account was deleted']);
  });

  it('has both warnings, and the days between them, however late the first one is', async () => {
    await round(800);
    expect(await subjects()).toEqual([warning]);
    expect((await mailsTo(account, user.email)).map(({ text }) => text)).toEqual([
      expect.stringContaining('on Apr 19, 2028'),
    ]);
    await round(822);
    await round(824);
    expect(await subjects()).toHaveLength(2);
    await round(829);
    expect(await isThere()).toBe(true);
    await round(832);
    expect(await isThere()).toBe(false);
  });

  it('is deleted once, although several processes do it at once', async () => {
    for (const days of [336, 360]) await round(days);
    await Promise.all([1, 2, 3].map(() => round(367)));
    expect(await subjects()).toEqual([warning, warning, 'Your account was deleted']);
  });

  it('finishes once, although its connection is lost ten times', async () => {
    const idle = await Promise.all(Array.from({ length: 10 }, () => buildIdle()));
    for (const days of [336, 360]) await round(days);
    for (let n = 0; n < 10; n += 1) {
      const running = round(367).catch(() => undefined);
      await new Promise((resolve) => setTimeout(resolve, 3 * n));
      await account.deps.database.pool
        .query(
          `select pg_terminate_backend(pid) from pg_stat_activity
           where datname = current_database() and pid <> pg_backend_pid() and query <> ''`,
        )
        .catch(() => undefined);
      await running;
    }
    await round(367);
    for (const each of idle) {
      expect(await isThere(each)).toBe(false);
      expect(await subjects(each)).toEqual([warning, warning, 'Your account was deleted']);
    }
  });
});

describe('an account is kept', () => {
  const warn = async () => {
    for (const days of [336, 360]) await round(days);
    expect(await subjects()).toHaveLength(2);
  };
  it.each([
    ['a sign-in', async () => void (await account.signIn(user))],
    [
      'the use of a key',
      async () => {
        const { key } = await makeKey(account, user.id);
        await account.call('GET /api/v1/me', { token: key });
      },
    ],
  ])('by %s, from which the year begins anew', async (_name, use) => {
    await warn();
    await use();
    const { lastActiveOn } = await account.deps.database.prisma.user.findUniqueOrThrow({ where: { id: user.id } });
    expect(lastActiveOn.toISOString().slice(0, 10)).toBe(new Date().toISOString().slice(0, 10));
  });

  it('by activity after the warnings, which are sent anew a year later', async () => {
    await warn();
    const lastActiveOn = new Date(usedAt + 362 * dayMs);
    await account.deps.database.prisma.user.update({ where: { id: user.id }, data: { lastActiveOn } });
    for (const days of [367, 400, 690]) await round(days);
    expect([await isThere(), await subjects()]).toMatchObject([true, { length: 2 }]);
    await round(362 + 336);
    expect(await subjects()).toHaveLength(3);
  });

  it('by an accepted submission', async () => {
    const form = await buildForm(account.deps.database.prisma, { userId: user.id });
    await account.deps.database.prisma.formTotal.create({
      data: { formId: form.id, submissionCount: 1, lastSubmissionAt: new Date(usedAt + 200 * dayMs) },
    });
    for (const days of [336, 360, 367]) await round(days);
    expect([await isThere(), await subjects()]).toEqual([true, []]);
  });

  it.each([
    ['while it has a subscription', { subscriptionStatus: 'active' }],
    ['that is the product’s own', { plan: 'system' }],
  ])('%s', async (_name, overrides) => {
    await account.deps.database.prisma.user.update({ where: { id: user.id }, data: overrides });
    for (const days of [336, 360, 367, 800, 830, 840]) await round(days);
    expect([await isThere(), await subjects()]).toEqual([true, []]);
  });

  it('for a year after its subscription ended', async () => {
    await account.deps.database.prisma.subscription.create({
      data: {
        userId: user.id,
        stripeSubscriptionId: 'sub_x',
        priceId: 'price_x',
        status: 'canceled',
        cancelAtPeriodEnd: false,
        endedAt: new Date(usedAt + 200 * dayMs),
      },
    });
    await round(367);
    expect(await subjects()).toEqual([]);
    await round(200 + 336);
    expect(await subjects()).toHaveLength(1);
  });

  it('where the operator wants it so, and where nothing is sold unless the operator says otherwise', async () => {
    for (const settings of [{ IDLE_ACCOUNTS: 'keep' }, { BILLING: 'off' }]) {
      const other = await startTestAccount(settings);
      onTestFinished(other.close);
      expect(other.deps.config.IDLE_ACCOUNTS).toBe('keep');
      const kept = await buildUser(other.deps.database.prisma, { lastActiveOn: new Date(usedAt) });
      await endIdleAccounts(other.deps, undefined, new Date(usedAt + 800 * dayMs));
      expect(await other.deps.database.prisma.pendingMail.count({ where: { recipient: kept.email } })).toBe(0);
    }
  });
});
