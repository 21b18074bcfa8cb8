import { usageSchema } from '@inlet/contracts/usage';
import { writeRefusals } from '@inlet/redis/refusals';
import { buildForm } from '@inlet/testing/build-form';
import { buildUser } from '@inlet/testing/build-user';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { startTestAccount, type TestAccount } from '#account.test-setup.ts';
import { keepRefusals } from '#forms/refusals/keep-refusals.ts';

let account: TestAccount;

beforeAll(async () => {
  account = await startTestAccount();
});
afterAll(() => account.close());

/** Only the date is fake; connections use real timers. */
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

describe('what the limit of the month refused', () => {
  const limit = 1_000;

  async function open(submissionCount = limit) {
    const { deps, keys } = account;
    const { prisma } = deps.database;
    const user = await buildUser(prisma, { plan: 'starter' });
    const [first, second] = [
      await buildForm(prisma, { userId: user.id }),
      await buildForm(prisma, { userId: user.id }),
    ];
    await prisma.monthlyUsage.create({ data: { userId: user.id, month: new Date('2026-11-01'), submissionCount } });
    return {
      formIds: [first.id, second.id] as const,
      refuse: (formId: string, count: number, reason = 'submission_limit_reached') =>
        writeRefusals(deps.redis, keys, [{ formId, counts: { [reason]: count }, latest: [] }]),
      keep: () => keepRefusals({ ...deps, database: account.serviceDatabase }),
      // A token does not live as long as a test's month.
      read: async () => {
        const answer = await account.call('GET /api/v1/usage', { token: await account.signIn(user) });
        return usageSchema.strict().parse(answer.body);
      },
    };
  }
  const at = (date: string) => vi.setSystemTime(new Date(date));

  it('is counted at once over all forms, since the first one', async () => {
    setDate('2026-11-20T05:50:00Z');
    const { formIds, refuse, read } = await open();
    const [first, second] = formIds;
    expect((await read()).refusedByLimit).toBeNull();
    await refuse(second, 1);
    at('2026-11-20T06:10:00Z');
    await refuse(first, 299);
    await refuse(first, 1, 'byte_limit_reached');
    await refuse(first, 40, 'origin_not_allowed');
    const { refusedByLimit } = await read();
    expect(refusedByLimit).toMatchObject({ count: 301, since: '2026-11-20T05:50:00.000Z' });
    expect(new Map(refusedByLimit?.forms.map(({ formId, count }) => [formId, count]))).toEqual(
      new Map([
        [first, 300],
        [second, 1],
      ]),
    );
  });

  it('includes the earlier days of the month, and none of the one before', async () => {
    setDate('2026-10-31T12:00:00Z');
    const { formIds, refuse, keep, read } = await open();
    const [form] = formIds;
    await refuse(form, 9);
    await keep();
    at('2026-11-10T08:00:00Z');
    await refuse(form, 20);
    await keep();
    at('2026-11-20T05:50:00Z');
    await refuse(form, 3);
    await keep();
    await refuse(form, 1);
    expect((await read()).refusedByLimit).toEqual({
      count: 24,
      since: '2026-11-10T08:00:00.000Z',
      forms: [{ formId: form, count: 24 }],
    });
  });

  it('is still known when Redis has lost its data, by the day', async () => {
    setDate('2026-11-10T08:00:00Z');
    const { formIds, refuse, keep, read } = await open();
    const [form] = formIds;
    await refuse(form, 20);
    await keep();
    await account.deps.redis.del(
      account.keys.refusalsBegan(form, '2026-11'),
      account.keys.refusalCounts(form, '2026-11-10'),
    );
    await refuse(form, 2);
    expect((await read()).refusedByLimit).toMatchObject({ count: 20, since: '2026-11-10T08:00:00.000Z' });
    at('2026-11-11T08:00:00Z');
    await account.deps.redis.del(account.keys.refusalsBegan(form, '2026-11'));
    await refuse(form, 2);
    expect((await read()).refusedByLimit).toMatchObject({ count: 22, since: '2026-11-10T00:00:00.000Z' });
  });

  it('is not said while the month has room', async () => {
    setDate('2026-11-20T05:50:00Z');
    const { formIds, refuse, read } = await open(limit - 1);
    await refuse(formIds[0], 5);
    expect((await read()).refusedByLimit).toBeNull();
  });
});
