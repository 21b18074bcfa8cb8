import { waitUntil } from '@inlet/local-servers/wait-until';
import { buildForm } from '@inlet/testing/build-form';
import type { BuiltUser } from '@inlet/testing/build-user';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { reconcile, reconcileOnceADay } from '#billing/reconciliation/reconcile.ts';
import { sweepBilling } from '#billing/reconciliation/sweep-billing.ts';
import { syncCustomer } from '#billing/subscription/sync-customer.ts';
import { plans, startBilling, type TestBilling, urlOf } from '#billing.test-setup.ts';
import { mailsTo } from '#mailbox.test-setup.ts';

let billing: TestBilling;
const never = new AbortController().signal;
const dayMs = 86_400_000;

beforeAll(async () => {
  billing = await startBilling({ sellAll: true });
});
afterAll(() => billing.close());
afterEach(async () => {
  vi.useRealTimers();
  await billing.control('webhooks', { duplicate: 0, shuffle: false, delayMs: 0, drop: 0, pause: false });
});

const subjectsTo = async ({ email }: BuiltUser) =>
  (await mailsTo(billing.account, email)).map(({ subject }) => subject);

/** This is the state after the worker has sent and deleted every mail. */
async function mailsAreSent(): Promise<void> {
  const { redis, keys } = billing.account.deps;
  const queue = `${keys.queues}:mail`;
  const ids = await redis.lrange(`${queue}:wait`, 0, -1);
  await redis.del(`${queue}:wait`, ...ids.map((id) => `${queue}:${id}`));
}

async function owing(): Promise<BuiltUser> {
  const user = await billing.subscribe(await billing.buyer(), 'pro');
  await billing.act(user, 'break-card');
  await billing.act(user, 'renew');
  await billing.settled();
  return user;
}

describe('a renewal that fails', () => {
  it('leaves the plan for seven days, and reports this once, by mail and in the app', async () => {
    await billing.control('webhooks', { duplicate: 2, shuffle: true });
    const user = await owing();
    expect(await billing.read(user)).toMatchObject({ plan: 'pro', subscriptionStatus: 'active' });
    const { paymentDueBy } = await billing.state(user);
    expect(Math.abs(Date.parse(paymentDueBy ?? '') - Date.now() - 7 * dayMs)).toBeLessThan(60_000);
    expect(await subjectsTo(user)).toEqual(['Your payment did not go through']);
    await mailsAreSent();
    await syncCustomer(billing.account.deps, user.stripeCustomerId ?? '');
    expect(await subjectsTo(user)).toEqual([]);
  });

  it('ends the plan when the seven days are over, without an event', async () => {
    const user = await owing();
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 7 * dayMs - 60_000 });
    await sweepBilling(billing.account.deps, never);
    expect((await billing.read(user)).subscriptionStatus).toBe('active');
    vi.setSystemTime(Date.now() + 120_000);
    await sweepBilling(billing.account.deps, never);
    expect(await billing.read(user)).toMatchObject({
      plan: 'free',
      subscriptionStatus: 'inactive',
      stripeSubscriptionId: null,
    });
  });

  it('is forgotten when it is paid, and the next failure is told again', async () => {
    const user = await owing();
    await billing.act(user, 'repair-card');
    await billing.settled();
    expect(await billing.state(user)).toMatchObject({ subscriptionStatus: 'active', paymentDueBy: null });
    await billing.act(user, 'break-card');
    await billing.act(user, 'renew');
    await billing.settled();
    expect(await subjectsTo(user)).toHaveLength(2);
  });

  it('refuses a second purchase', async () => {
    const user = await owing();
    expect(await billing.checkout(user, 'starter')).toMatchObject({
      status: 409,
      body: { code: 'already_subscribed' },
    });
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 8 * dayMs });
    await sweepBilling(billing.account.deps, never);
    vi.useRealTimers();
    expect((await billing.read(user)).subscriptionStatus).toBe('inactive');
    expect(await billing.checkout(user, 'starter')).toMatchObject({
      status: 409,
      body: { code: 'already_subscribed' },
    });
  });
});

describe('a change of the plan at Stripe', () => {
  const forms = '/api/v1/forms';
  const limitOf = async (endpointId: string) => {
    const text = await billing.account.deps.redis.get(billing.account.keys.form(endpointId));
    return text === null ? null : JSON.parse(text).submissionLimit;
  };

  it('updates the directory entry of every form, up, down and away', async () => {
    const { prisma } = billing.account.deps.database;
    const user = await billing.subscribe(await billing.buyer(), 'starter');
    const own = await Promise.all([1, 2, 3].map(() => buildForm(prisma, { userId: user.id })));
    const other = await buildForm(prisma, { userId: (await billing.buyer()).id });
    await billing.settled();
    const limits = () => Promise.all(own.map(({ endpointId }) => limitOf(endpointId)));
    const reaches = async (limit: number, act: () => Promise<void>) => {
      await act();
      await waitUntil(async () => (await limits()).every((one) => one === limit), { what: `the limit of ${limit}` });
      expect(await limitOf(other.endpointId)).toBeNull();
    };
    await reaches(5_000, () => billing.act(user, 'change', plans.pro));
    await reaches(1_000, () => billing.act(user, 'change', plans.starter));
    await reaches(100, () => billing.act(user, 'cancel'));
  });

  it('to one with fewer forms keeps them all, and lets none be added', async () => {
    const user = await billing.subscribe(await billing.buyer(), 'pro');
    const { prisma } = billing.account.deps.database;
    for (let n = 0; n < 7; n += 1) await buildForm(prisma, { userId: user.id });
    await billing.act(user, 'change', plans.starter);
    await billing.settled();
    const token = await billing.account.signIn(user);
    const list = await billing.account.call(`GET ${forms}`, { token });
    expect((list.body as { forms: object[] }).forms).toHaveLength(7);
    expect(list.body).toMatchObject({ forms: Array(7).fill({ isActive: true }) });
    const refused = await billing.account.call(`POST ${forms}`, {
      token,
      body: { name: 'One more', allowedOrigins: ['https://one.example'] },
    });
    expect([refused.status, refused.body]).toMatchObject([403, { code: 'form_limit_reached' }]);
  });

  it('that ends the subscription closes the gate, and one’s own account stays open', async () => {
    const user = await billing.subscribe(await billing.buyer(), 'pro');
    const token = await billing.account.signIn(user);
    expect((await billing.account.call(`GET ${forms}`, { token })).status).toBe(200);
    await billing.act(user, 'cancel');
    await billing.settled();
    expect((await billing.account.call(`GET ${forms}`, { token })).status).toBe(402);
    for (const address of ['me', 'billing', 'usage', 'me/export']) {
      expect((await billing.account.call(`GET /api/v1/${address}`, { token })).status).toBe(200);
    }
    urlOf(await billing.checkout(user, 'starter'));
  });

  it('that is to come with the end of the period is told', async () => {
    const user = await billing.subscribe(await billing.buyer(), 'pro');
    await billing.act(user, 'cancel-at-end');
    await billing.settled();
    expect(await billing.state(user)).toMatchObject({
      plan: 'pro',
      cancelAtPeriodEnd: true,
      currentPeriodEnd: expect.stringMatching(/^\d{4}-/),
    });
  });
});

describe('the nightly look at Stripe', () => {
  it('makes good what no event told', async () => {
    const { deps } = billing.account;
    const [changed, ended] = [
      await billing.subscribe(await billing.buyer(), 'starter'),
      await billing.subscribe(await billing.buyer(), 'pro'),
    ];
    await billing.settled();
    await billing.control('webhooks', { drop: true });
    await billing.act(changed, 'change', plans.pro);
    await billing.act(ended, 'cancel');
    await deps.database.prisma.product.updateMany({ data: { name: 'Lost' } });
    await reconcile(deps, never);
    expect((await billing.read(changed)).plan).toBe('pro');
    expect((await billing.read(ended)).subscriptionStatus).toBe('inactive');
    expect(await deps.database.prisma.product.count({ where: { name: 'Lost' } })).toBe(0);
    const told = { objectId: ended.stripeSubscriptionId, type: 'customer.subscription.deleted' };
    expect(await deps.database.prisma.stripeEvent.count({ where: told })).toBe(1);
  });

  it('happens once a day, and again soon where Stripe was away', async () => {
    const { deps } = billing.account;
    const { prisma } = deps.database;
    await prisma.stripeEvent.deleteMany({ where: { type: 'inlet.reconcile' } });
    await billing.control('faults', { requests: 100, status: 503 });
    await expect(reconcileOnceADay(deps, never)).rejects.toThrow();
    expect(await prisma.stripeEvent.count({ where: { type: 'inlet.reconcile' } })).toBe(0);
    await billing.control('faults', { requests: 0 });
    await reconcileOnceADay(deps, never);
    await prisma.product.updateMany({ data: { name: 'Lost' } });
    await reconcileOnceADay(deps, never);
    expect(await prisma.product.count({ where: { name: 'Lost' } })).toBeGreaterThan(0);
  });
});

it('a Stripe that is away loses no event: each is worked off when it is back', async () => {
  const { deps } = billing.account;
  const user = await billing.subscribe(await billing.buyer(), 'starter');
  await billing.settled();
  await billing.control('webhooks', { pause: true });
  await billing.act(user, 'change', plans.pro);
  await billing.control('faults', { requests: 3, status: 503 });
  await billing.control('webhooks', { pause: false });
  const { prisma } = deps.database;
  const failed = { lastError: { not: null } };
  await waitUntil(() => prisma.stripeEvent.count({ where: failed }), { what: 'an event to fail' });
  await billing.settled();
  expect((await billing.read(user)).plan).toBe('pro');
  expect(await prisma.stripeEvent.count({ where: failed })).toBe(0);
});
