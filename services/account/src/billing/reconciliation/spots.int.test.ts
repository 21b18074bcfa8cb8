import { setTimeout as think } from 'node:timers/promises';
import { waitUntil } from '@inlet/local-servers/wait-until';
import type { BuiltUser } from '@inlet/testing/build-user';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { sweepBilling } from '#billing/reconciliation/sweep-billing.ts';
import { workOffEvents } from '#billing/reconciliation/work-off-events.ts';
import { plans, startBilling, type TestBilling, urlOf } from '#billing.test-setup.ts';
import { mailsTo } from '#mailbox.test-setup.ts';

let billing: TestBilling;
const buyers = 200;
const never = new AbortController().signal;

beforeAll(async () => {
  billing = await startBilling();
});
afterAll(() => billing.close());
beforeEach(async () => {
  await billing.control('webhooks', { duplicate: 0, shuffle: true, delayMs: 0, drop: 0, pause: false });
  await billing.settled();
  await billing.freeAll();
});

const fillUp = () => billing.account.deps.database.pool.query(`update spots set state = 'sold' where state = 'free'`);

it('of 200 buyers at once, half of whom leave the page, 20 get a spot and never one more', async () => {
  const { pool } = billing.account.deps.database;
  const seen = { most: 0, free: 0, sold: 0, isOver: false };
  const watch = (async () => {
    while (!seen.isOver) {
      const { free, held, sold } = await billing.spots();
      Object.assign(seen, { most: Math.max(seen.most, held + sold), free, sold });
      await think(20);
    }
  })();
  // They sign in before the rush, because sessions are not tested here.
  const makeBuyer = async () => {
    const user = await billing.buyer();
    await billing.tokenOf(user);
    return user;
  };
  const users: BuiltUser[] = [];
  for (let n = 0; n < buyers; n += 20) users.push(...(await Promise.all(Array.from({ length: 20 }, makeBuyer))));
  let bought = 0;
  const buy = async (user: BuiltUser, n: number): Promise<void> => {
    const isLeaving = n % 2 === 0;
    while (!seen.isOver) {
      const answer = await billing.checkout(user);
      if (answer.status === 200) {
        await think(20 + (n % 7) * 40);
        await billing.decide(urlOf(answer), isLeaving ? 'expire' : 'pay');
        if (!isLeaving) bought += 1;
        return;
      }
      // No other response is allowed. On a busy machine, Stripe or a database connection may time out.
      expect(answer.body).toMatchObject({
        code: expect.stringMatching(/^(?:sold_out|payments_unavailable|unavailable)$/),
      });
      // Buyers retry when a spot is free: 180 who retry in vain would only keep the machine busy.
      do await think(200 + (n % 11) * 60);
      while (seen.free === 0 && seen.sold < 20 && !seen.isOver);
      if (seen.sold === 20) return;
    }
  };
  const purchases = users.map(buy);
  try {
    await Promise.all(purchases);
    await billing.settled();
  } finally {
    seen.isOver = true;
    await Promise.allSettled([...purchases, watch]);
  }
  expect(bought).toBe(20);
  expect(await billing.spots()).toEqual({ free: 0, held: 0, sold: 20 });
  expect(seen.most).toBe(20);
  const { rows } = await pool.query('select count(distinct user_id)::int as owners from spots');
  expect(rows[0].owners).toBe(20);
  expect((await billing.account.deps.stripe.refunds.list()).data).toEqual([]);
  const paying = await billing.account.deps.database.prisma.user.count({ where: { plan: 'early_pro' } });
  expect(paying).toBe(20);
});

describe('a payment that finds every spot taken', () => {
  it('is refunded once, ended, and reported, however often Stripe sends the event', async () => {
    const { stripe, database } = billing.account.deps;
    await billing.control('webhooks', { duplicate: 3 });
    const user = await billing.buyer();
    const url = urlOf(await billing.checkout(user));
    // This simulates that our hold was lost, and all other spots were sold meanwhile.
    await billing.freeAll();
    await fillUp();
    await billing.decide(url, 'pay');
    await billing.settled();
    const customer = (await billing.read(user)).stripeCustomerId ?? '';
    const { data } = await stripe.subscriptions.list({ customer, status: 'all' });
    expect(data.map(({ status }) => status)).toEqual(['canceled']);
    const charges = await stripe.charges.list({ customer });
    expect(charges.data).toMatchObject([{ amount: 4_900, amount_refunded: 4_900 }]);
    expect(await billing.read(user)).toMatchObject({ plan: 'free', subscriptionStatus: 'inactive' });
    const mails = await mailsTo(billing.account, user.email);
    expect(mails.map(({ subject }) => subject)).toEqual(['Your payment was refunded']);
    expect(await database.prisma.spot.count({ where: { userId: user.id } })).toBe(0);
  });

  it.each([
    ['due', true],
    ['made', false],
  ])('gets no spot that becomes free while the paying back is %s', async (mark, isStillToPay) => {
    const { stripe } = billing.account.deps;
    const user = await billing.buyer();
    const url = urlOf(await billing.checkout(user));
    await billing.freeAll();
    await fillUp();
    await billing.control('webhooks', { pause: true });
    await billing.decide(url, 'pay');
    const customer = (await billing.read(user)).stripeCustomerId ?? '';
    const [subscription] = (await stripe.subscriptions.list({ customer })).data;
    // This is the state after a crash during a refund.
    await stripe.subscriptions.update(subscription?.id ?? '', { metadata: { inlet_refund: mark } });
    await billing.freeAll();
    await billing.control('webhooks', { pause: false });
    await billing.settled();
    expect((await billing.spots()).free).toBe(20);
    expect((await stripe.charges.list({ customer })).data).toMatchObject([{ refunded: isStillToPay }]);
    expect((await stripe.subscriptions.list({ customer, status: 'all' })).data).toMatchObject([{ status: 'canceled' }]);
  });

  it('gets the spot that is free, where there is one, and gives it back in the end', async () => {
    const user = await billing.buyer();
    const url = urlOf(await billing.checkout(user));
    await billing.freeAll();
    await billing.decide(url, 'pay');
    await billing.settled();
    expect(await billing.read(user)).toMatchObject({ plan: 'early_pro' });
    expect((await billing.spots()).sold).toBe(1);
    await billing.act(user, 'cancel');
    await billing.settled();
    expect((await billing.spots()).free).toBe(20);
  });
});

describe('a spot', () => {
  it('is freed when the subscription ends, and not before', async () => {
    const user = await billing.subscribe(await billing.buyer());
    await billing.act(user, 'cancel-at-end');
    await billing.settled();
    expect((await billing.spots()).sold).toBe(1);
    await billing.act(user, 'cancel');
    await billing.settled();
    expect(await billing.spots()).toEqual({ free: 20, held: 0, sold: 0 });
    expect(await billing.read(user)).toMatchObject({ plan: 'free', stripeSubscriptionId: null });
  });

  it('is freed by who moves to another plan', async () => {
    const user = await billing.subscribe(await billing.buyer());
    await billing.act(user, 'change', plans.pro);
    await billing.settled();
    expect((await billing.spots()).free).toBe(20);
    expect(await billing.read(user)).toMatchObject({ plan: 'pro', subscriptionStatus: 'active' });
  });

  it('of a checkout whose end no event reported is found by the sweep, which asks Stripe', async () => {
    const { prisma } = billing.account.deps.database;
    const [paid, left] = [await billing.buyer(), await billing.buyer()];
    const url = urlOf(await billing.checkout(paid));
    urlOf(await billing.checkout(left));
    await billing.control('webhooks', { drop: true });
    await billing.decide(url, 'pay');
    await sweepBilling(billing.account.deps, never);
    expect((await billing.spots()).held).toBe(2);
    await prisma.checkout.updateMany({ data: { expiresAt: new Date(Date.now() - 180_000) } });
    await sweepBilling(billing.account.deps, never);
    expect(await billing.spots()).toEqual({ free: 19, held: 0, sold: 1 });
    expect(await billing.read(paid)).toMatchObject({ plan: 'early_pro' });
  });

  it('of a checkout that the sweep found paid is followed up, although that failed at first', async () => {
    const { deps } = billing.account;
    const paid = await billing.buyer();
    const url = urlOf(await billing.checkout(paid));
    await billing.control('webhooks', { drop: true });
    await billing.decide(url, 'pay');
    await deps.database.prisma.checkout.updateMany({ data: { expiresAt: new Date(Date.now() - 180_000) } });
    const run = async () => {
      throw new Error('Stripe is away');
    };
    await sweepBilling({ ...deps, syncSemaphore: { run } }, never);
    await workOffEvents(deps, never);
    await waitUntil(async () => (await billing.read(paid)).plan === 'early_pro', { what: 'the plan' });
    expect(await billing.spots()).toEqual({ free: 19, held: 0, sold: 1 });
  });

  it('is not freed by our clock while Stripe cannot be asked', async () => {
    const { prisma } = billing.account.deps.database;
    urlOf(await billing.checkout(await billing.buyer()));
    await prisma.checkout.updateMany({ data: { expiresAt: new Date(Date.now() - 180_000) } });
    await billing.control('faults', { requests: 100, status: 503 });
    await sweepBilling(billing.account.deps, never);
    expect((await billing.spots()).held).toBe(1);
    await billing.control('faults', { requests: 0 });
    await sweepBilling(billing.account.deps, never);
    expect((await billing.spots()).held).toBe(0);
  });

  it('follows a capacity that Stripe changes, but is never taken from who has it', async () => {
    const { stripe, database } = billing.account.deps;
    await billing.subscribe(await billing.buyer());
    await billing.settled();
    const change = async (capacity: number) => {
      await stripe.products.update('prod_inlet_early_pro', { metadata: { capacity: String(capacity) } });
      const want = Math.max(capacity, 1);
      await waitUntil(async () => (await database.prisma.spot.count()) === want, { what: `${want} spots` });
    };
    await change(25);
    await change(1);
    expect(await billing.spots()).toEqual({ free: 0, held: 0, sold: 1 });
    await change(20);
  });
});
