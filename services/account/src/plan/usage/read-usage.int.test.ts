import { usageSchema } from '@inlet/contracts/usage';
import { buildForm } from '@inlet/testing/build-form';
import { buildUser } from '@inlet/testing/build-user';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { startTestAccount, type TestAccount } from '#account.test-setup.ts';

let account: TestAccount;

beforeAll(async () => {
  account = await startTestAccount();
});
afterAll(() => account.close());

/** Only the date is the test's own; connections go on by the real timers. */
function setDate(date: string): void {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse(date) });
  onTestFinished(() => {
    vi.useRealTimers();
  });
}

async function usageOf(overrides: Parameters<typeof buildUser>[1] = {}) {
  const { prisma } = account.deps.database;
  const user = await buildUser(prisma, overrides);
  for (const [month, submissionCount] of [
    ['2026-10-01', 999],
    ['2026-11-01', 81],
    ['2026-12-01', 4],
  ] as const) {
    await prisma.monthlyUsage.create({ data: { userId: user.id, month: new Date(month), submissionCount } });
  }
  for (const name of ['A', 'B', 'C']) await buildForm(prisma, { userId: user.id, name });
  const answer = await account.call('GET /api/v1/usage', { token: await account.signIn(user) });
  expect(answer.status).toBe(200);
  return usageSchema.strict().parse(answer.body);
}

describe('the usage of an account', () => {
  it('is what its counters say of this month in UTC, and its own forms', async () => {
    setDate('2026-11-20T12:00:00Z');
    expect(await usageOf({ plan: 'starter' })).toMatchObject({
      plan: 'starter',
      currentForms: 3,
      formLimit: 5,
      formUsagePercentage: 60,
      currentSubmissions: 81,
      submissionUsagePercentage: 8.1,
      periodStart: '2026-11-01T00:00:00.000Z',
      periodEnd: '2026-12-01T00:00:00.000Z',
    });
  });

  it.each([
    ['2026-11-30T23:59:59.999Z', 81],
    ['2026-12-01T00:00:00.000Z', 4],
    ['2027-01-01T00:00:00.000Z', 0],
  ])('at %s is %i', async (date, count) => {
    setDate(date);
    expect((await usageOf()).currentSubmissions).toBe(count);
  });

  it('is told to an account without a subscription, which is to choose a plan', async () => {
    const usage = await usageOf({ plan: null, subscriptionStatus: 'inactive', stripeSubscriptionId: null });
    expect(usage).toMatchObject({ plan: null, formLimit: 1, isFormLimitReached: true, formUsagePercentage: 100 });
  });
});
