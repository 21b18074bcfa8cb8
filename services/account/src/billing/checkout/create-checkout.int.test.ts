import { randomUUID } from 'node:crypto';
import { waitUntil } from '@inlet/local-servers/wait-until';
import { buildUser } from '@inlet/testing/build-user';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { startTestAccount } from '#account.test-setup.ts';
import { plans, startBilling, type TestBilling, urlOf } from '#billing.test-setup.ts';

let billing: TestBilling;
const gentle = { duplicate: 0, shuffle: false, delayMs: 0, drop: 0, pause: false };

beforeAll(async () => {
  billing = await startBilling({ sellAll: true });
});
afterAll(() => billing.close());
beforeEach(async () => {
  await billing.control('webhooks', gentle);
  await billing.control('faults', { requests: 0 });
  await billing.freeAll();
});

const sessionsOf = async (customer: string | null) => {
  const list = await billing.account.deps.stripe.checkout.sessions.list({ customer: customer ?? '', limit: 100 });
  return list.data;
};

describe('a checkout', () => {
  it('leads to a page where the plan is paid, and then the plan is there', async () => {
    const user = await billing.buyer();
    const url = urlOf(await billing.checkout(user));
    expect(await billing.spots()).toEqual({ free: 19, held: 1, sold: 0 });
    const paid = await billing.decide(url, 'pay');
    expect(paid.headers.get('location')).toBe('http://localhost:8080/payment/success?success=true');
    await billing.settled();
    expect(await billing.read(user)).toMatchObject({ plan: 'early_pro', subscriptionStatus: 'active' });
    expect(await billing.spots()).toEqual({ free: 19, held: 0, sold: 1 });
    expect(await billing.state(user)).toMatchObject({
      plan: 'early_pro',
      cancelAtPeriodEnd: false,
      paymentDueBy: null,
    });
  });

  it('is the same one in several tabs, as long as it can be paid', async () => {
    const user = await billing.buyer();
    const answers = await Promise.all(Array.from({ length: 6 }, () => billing.checkout(user)));
    const urls = new Set([...answers, await billing.checkout(user)].map(urlOf));
    expect(urls.size).toBe(1);
    expect(await sessionsOf((await billing.read(user)).stripeCustomerId)).toHaveLength(1);
    expect((await billing.spots()).held).toBe(1);
  });

  it('is told to its owner while it can be paid, who goes on with the last spot', async () => {
    const { pool } = billing.account.deps.database;
    await pool.query(`update spots set state = 'sold' where number < 20`);
    const user = await billing.buyer();
    expect((await billing.state(user)).openCheckout).toBeNull();
    const url = urlOf(await billing.checkout(user));
    const { openCheckout } = await billing.state(user);
    expect(openCheckout?.priceId).toBe(plans.early_pro);
    expect(Math.abs(Date.parse(openCheckout?.expiresAt ?? '') - Date.now() - 31 * 60_000)).toBeLessThan(60_000);
    expect((await billing.account.call('GET /api/payment/early-pro-count')).body).toEqual({ count: 20, available: 0 });
    expect(urlOf(await billing.checkout(user))).toBe(url);
    await billing.decide(url, 'expire');
    await billing.settled();
    expect((await billing.state(user)).openCheckout).toBeNull();
  });

  it('for another price ends the previous one, which cannot be paid then', async () => {
    const user = await billing.buyer();
    const first = urlOf(await billing.checkout(user, 'early_pro'));
    const second = urlOf(await billing.checkout(user, 'pro'));
    expect(second).not.toBe(first);
    const sessions = await sessionsOf((await billing.read(user)).stripeCustomerId);
    expect(sessions.map(({ status }) => status).toSorted()).toEqual(['expired', 'open']);
    expect((await billing.decide(first, 'pay')).status).toBe(400);
    expect((await billing.spots()).free).toBe(20);
  });

  it('for many prices at once leaves one that can be paid at most', async () => {
    const user = await billing.buyer();
    const wishes = ['starter', 'pro', 'early_pro', 'starter', 'pro', 'early_pro'] as const;
    const answers = await Promise.all(wishes.map((plan) => billing.checkout(user, plan)));
    expect(answers.every(({ status }) => status === 200 || status === 503)).toBe(true);
    const sessions = await sessionsOf((await billing.read(user)).stripeCustomerId);
    expect(sessions.filter(({ status }) => status === 'open').length).toBeLessThanOrEqual(1);
  });

  it('whose answer was lost is found again, also by who wants to return elsewhere', async () => {
    const user = await billing.buyer();
    const { prisma } = billing.account.deps.database;
    const url = urlOf(await billing.checkout(user));
    // This is the state after a crash before Stripe's response arrived.
    await prisma.checkout.updateMany({
      where: { userId: user.id },
      data: { state: 'opening', stripeSessionId: null, url: null },
    });
    const changes = { successUrl: 'http://localhost:8080/elsewhere' };
    expect(urlOf(await billing.checkout(user, 'early_pro', changes))).toBe(url);
    expect((await billing.spots()).held).toBe(1);
  });

  it('is not given a second time to who paid, although Stripe has not told us yet', async () => {
    const user = await billing.buyer();
    const url = urlOf(await billing.checkout(user, 'pro'));
    await billing.control('webhooks', { pause: true });
    await billing.decide(url, 'pay');
    expect((await billing.read(user)).subscriptionStatus).toBe('inactive');
    for (const plan of ['pro', 'starter'] as const) {
      expect(await billing.checkout(user, plan)).toMatchObject({ status: 409, body: { code: 'already_subscribed' } });
    }
    await billing.control('webhooks', gentle);
    await billing.settled();
    expect(await sessionsOf((await billing.read(user)).stripeCustomerId)).toHaveLength(1);
  });

  it('that expires frees its spot, and a new one can be opened', async () => {
    const user = await billing.buyer();
    const first = urlOf(await billing.checkout(user));
    await billing.decide(first, 'expire');
    await billing.settled();
    expect((await billing.spots()).free).toBe(20);
    expect(urlOf(await billing.checkout(user))).not.toBe(first);
  });

  it('whose event arrives before its response was recorded is ended all the same', async () => {
    const user = await billing.buyer();
    const url = urlOf(await billing.checkout(user));
    const { prisma } = billing.account.deps.database;
    await prisma.checkout.updateMany({
      where: { userId: user.id },
      data: { state: 'opening', stripeSessionId: null, url: null },
    });
    await billing.decide(url, 'expire');
    await billing.settled();
    expect((await prisma.checkout.findFirstOrThrow({ where: { userId: user.id } })).state).toBe('expired');
    expect((await billing.spots()).free).toBe(20);
  });
});

describe('a checkout while Stripe is away', () => {
  it('is refused in one sentence, takes nothing, and goes well when Stripe is back', async () => {
    const user = await billing.buyer({ stripeCustomerId: null });
    await billing.control('faults', { requests: 100, status: 503 });
    const refused = await billing.checkout(user);
    expect(refused).toMatchObject({
      status: 503,
      body: { error: 'Failed to create checkout session', code: 'payments_unavailable' },
    });
    expect(refused.headers.get('retry-after')).toBe('5');
    expect(await billing.spots()).toEqual({ free: 20, held: 0, sold: 0 });
    await billing.control('faults', { requests: 0 });
    await billing.decide(urlOf(await billing.checkout(user)), 'pay');
    await billing.settled();
    expect((await billing.spots()).sold).toBe(1);
  });

  it('whose time is over frees its spot only when Stripe has ended it', async () => {
    const user = await billing.buyer();
    urlOf(await billing.checkout(user));
    await billing.control('webhooks', { drop: true });
    const { prisma } = billing.account.deps.database;
    const past = new Date(Date.now() - 3_600_000);
    await prisma.checkout.updateMany({ where: { userId: user.id }, data: { expiresAt: past } });
    // It has only expired by our clock: Stripe is asked to end it, and only then is the spot free.
    expect((await billing.spots()).held).toBe(1);
    urlOf(await billing.checkout(user));
    const sessions = await sessionsOf((await billing.read(user)).stripeCustomerId);
    expect(sessions.map(({ status }) => status).toSorted()).toEqual(['expired', 'open']);
    expect((await billing.spots()).held).toBe(1);
  });

  it('leaves everything else of the account service at work', async () => {
    const away = await startTestAccount({ STRIPE_API_URL: 'http://127.0.0.1:9' });
    onTestFinished(away.close);
    expect((await away.call('GET /api/products')).body).toEqual({ products: [] });
    expect((await away.call('GET /api/payment/early-pro-count')).body).toEqual({ count: 0, available: 0 });
  });
});

describe('a checkout is refused', () => {
  it.each([
    [403, 'not_yourself', { userId: randomUUID() }],
    [400, 'invalid_return_url', { successUrl: 'https://evil.example/payment' }],
    [400, 'invalid_return_url', { cancelUrl: 'http://localhost:8080@evil.example/' }],
    [400, 'invalid_return_url', { cancelUrl: 'https://localhost:8080/' }],
    [422, 'invalid_input', { successUrl: 'javascript:alert(1)' }],
    [422, 'invalid_input', { planType: 'free' }],
    [404, 'price_not_found', { priceId: 'price_nobody_knows' }],
    [404, 'price_not_found', { planType: 'starter' }],
  ])('with %i %s for %j', async (status, code, changes) => {
    const user = await billing.buyer();
    expect(await billing.checkout(user, 'early_pro', changes)).toMatchObject({ status, body: { code } });
    expect(await billing.spots()).toMatchObject({ free: 20 });
    expect((await billing.read(user)).stripeCustomerId).toBeNull();
  });

  it('to who was not invited, while there is a waitlist', async () => {
    const { prisma } = billing.account.deps.database;
    const user = await buildUser(prisma, { subscriptionStatus: 'inactive', stripeSubscriptionId: null });
    expect(await billing.checkout(user)).toMatchObject({ status: 403, body: { code: 'not_for_sale' } });
  });

  it('to who has a subscription', async () => {
    const user = await billing.subscribe(await billing.buyer(), 'pro');
    expect(await billing.checkout(user)).toMatchObject({ status: 409, body: { code: 'already_subscribed' } });
  });

  it('when every spot is taken, and nothing of it stays', async () => {
    const { pool, prisma } = billing.account.deps.database;
    await pool.query(`update spots set state = 'sold'`);
    const user = await billing.buyer();
    expect(await billing.checkout(user)).toMatchObject({
      status: 409,
      body: { error: expect.stringMatching(/^Sold Out/), code: 'sold_out' },
    });
    expect(await prisma.checkout.count({ where: { userId: user.id } })).toBe(0);
    expect((await billing.account.call('GET /api/payment/early-pro-count')).body).toEqual({ count: 20, available: 0 });
  });
});

describe('the portal', () => {
  const open = async (user: { id: string }, changes: object = {}) => {
    const token = await billing.account.signIn(await billing.read(user as never));
    const body = { userId: user.id, returnUrl: 'http://localhost:8080/dashboard', ...changes };
    return billing.account.call('POST /api/payment/create-portal-session', { token, body });
  };

  it('opens for who has bought something', async () => {
    const user = await billing.subscribe(await billing.buyer(), 'starter');
    const page = await (await fetch(urlOf(await open(user)))).text();
    expect(page).toContain('Starter');
  });

  it.each([
    [409, 'no_customer', {}],
    [403, 'not_yourself', { userId: randomUUID() }],
    [400, 'invalid_return_url', { returnUrl: 'https://evil.example/' }],
    [422, 'invalid_input', { returnUrl: 5 }],
  ])('is refused with %i %s', async (status, code, changes) => {
    expect(await open(await billing.buyer(), changes)).toMatchObject({ status, body: { code } });
  });

  it('is refused in one sentence while Stripe is away', async () => {
    const user = await billing.subscribe(await billing.buyer(), 'starter');
    await billing.settled();
    await billing.control('faults', { requests: 100, status: 503 });
    expect(await open(user)).toMatchObject({
      status: 503,
      body: { error: 'Failed to create portal session', code: 'payments_unavailable' },
    });
  });
});

it('a price that is no longer for sale at Stripe cannot be bought', async () => {
  const { stripe } = billing.account.deps;
  await stripe.prices.update(plans.starter, { active: false });
  const user = await billing.buyer();
  await waitUntil(async () => (await billing.checkout(user, 'starter')).status === 404, { what: 'the price to go' });
  await stripe.prices.update(plans.starter, { active: true });
  await billing.settled();
  urlOf(await billing.checkout(user, 'starter'));
});
