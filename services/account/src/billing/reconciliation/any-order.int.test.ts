import type { User } from '@inlet/db/client';
import Stripe from 'stripe';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { type Plan, plans, startBilling, type TestBilling, urlOf, webhookSecret } from '#billing.test-setup.ts';

let billing: TestBilling;
const lives = 8;
const permutations = 8;

beforeAll(async () => {
  billing = await startBilling({ sellAll: true });
});
afterAll(() => billing.close());
beforeEach(() => billing.freeAll());

/** Pseudo-random numbers that are the same in every run. */
function createDice(seed: number) {
  let state = seed * 2_654_435_761;
  const roll = (sides: number) => {
    state = (Math.imul(state ^ (state >>> 15), 2_246_822_519) + 0x9e3779b9) >>> 0;
    return state % sides;
  };
  return { roll, pick: <T>(things: readonly T[]): T => things[roll(things.length)] as T };
}

const planOfPrice = new Map<string, string>(Object.entries(plans).map(([plan, price]) => [price, plan]));

/** The expected state of an account for its data at Stripe, specified independently of the tested code. */
async function expectedOf(user: User) {
  const { stripeCustomerId } = await billing.read(user);
  const { data } = await billing.account.deps.stripe.subscriptions.list({
    customer: stripeCustomerId ?? '',
    status: 'all',
  });
  const subscription = data.find(({ status }) => ['active', 'past_due'].includes(status));
  const plan = planOfPrice.get(subscription?.items.data[0]?.price.id ?? '') ?? 'free';
  return {
    plan,
    subscriptionStatus: subscription ? 'active' : 'inactive',
    stripeSubscriptionId: subscription?.id ?? null,
    spots: plan === 'early_pro' ? 1 : 0,
    state: subscription && { status: subscription.status, cancelAtPeriodEnd: subscription.cancel_at_period_end },
  };
}

async function actualOf(user: User) {
  const { prisma } = billing.account.deps.database;
  const { plan, subscriptionStatus, stripeSubscriptionId } = await billing.read(user);
  const spots = await prisma.spot.count({ where: { userId: user.id, state: 'sold' } });
  const row = await prisma.subscription.findUnique({ where: { userId: user.id } });
  const state = row?.status === 'canceled' || !row ? undefined : row;
  return {
    plan,
    subscriptionStatus,
    stripeSubscriptionId,
    spots,
    state: state && { status: state.status, cancelAtPeriodEnd: state.cancelAtPeriodEnd },
  };
}

async function live(user: User, seed: number): Promise<void> {
  const dice = createDice(seed);
  const prices = Object.values(plans);
  const acts: readonly (() => Promise<void>)[] = [
    () => billing.act(user, 'change', dice.pick(prices)),
    () => billing.act(user, 'cancel-at-end'),
    () => billing.act(user, 'resume'),
    () => billing.act(user, 'break-card'),
    () => billing.act(user, 'repair-card'),
    () => billing.act(user, 'renew'),
    () => billing.act(user, 'cancel'),
    () => buy(),
  ];
  const buy = async () => {
    await billing.decide(urlOf(await billing.checkout(user, dice.pick(Object.keys(plans) as Plan[]))), 'pay');
  };
  await buy();
  // An action that is impossible in the current state is refused, and the sequence continues.
  for (let n = 0; n < 6; n += 1)
    await dice
      .pick(acts)()
      .catch(() => undefined);
}

it('after any life of a subscription, and any order of events, the account ends as Stripe has it', async () => {
  await billing.control('webhooks', { duplicate: 2, shuffle: true, delayMs: 15, drop: 0, pause: false });
  const users = await Promise.all(Array.from({ length: lives }, () => billing.buyer()));
  await Promise.all(users.map((user, n) => live(user, n + 1)));
  await billing.settled();
  for (const user of users) expect(await actualOf(user)).toEqual(await expectedOf(user));
});

it('the events of one life, in any order and repeated, end in one state', async () => {
  await billing.control('webhooks', { duplicate: 0, shuffle: false, delayMs: 0, drop: 0, pause: false });
  const { prisma, pool } = billing.account.deps.database;
  const first = await billing.subscribe(await billing.buyer(), 'pro');
  await billing.act(first, 'cancel');
  await billing.settled();
  const user = await billing.subscribe(first, 'starter');
  await billing.act(user, 'change', plans.early_pro);
  await billing.act(user, 'cancel-at-end');
  await billing.act(user, 'resume');
  await billing.act(user, 'break-card');
  await billing.act(user, 'renew');
  await billing.settled();
  const customer = user.stripeCustomerId ?? '';
  const events = (await billing.account.deps.stripe.events.list({ limit: 100 })).data.filter(({ data }) => {
    const { id, customer: named } = data.object as { id?: string; customer?: string };
    return id === customer || named === customer;
  });
  expect(events.length).toBeGreaterThan(10);
  const wanted = await expectedOf(user);
  expect(wanted).toMatchObject({ plan: 'early_pro', subscriptionStatus: 'active', state: { status: 'past_due' } });

  const nothing = { plan: null, subscriptionStatus: 'inactive', stripeSubscriptionId: null };
  for (let n = 1; n <= permutations; n += 1) {
    await prisma.user.update({ where: { id: user.id }, data: nothing });
    await prisma.subscription.deleteMany({ where: { userId: user.id } });
    await pool.query('delete from stripe_events');
    await billing.freeAll();
    const dice = createDice(n);
    // Some events are never delivered; the last repetition from Stripe is enough.
    const told = Array.from({ length: events.length }, () => dice.pick(events)).concat(events.slice(0, 1));
    await Promise.all(told.map(send));
    await billing.settled();
    expect(await actualOf(user)).toEqual(wanted);
  }
});

async function send(event: Stripe.Event): Promise<void> {
  const payload = JSON.stringify(event);
  const signature = Stripe.webhooks.generateTestHeaderString({ payload, secret: webhookSecret });
  const headers = { 'stripe-signature': signature };
  const { status } = await billing.account.call('POST /api/payment/webhook', { body: payload, headers });
  expect(status).toBe(200);
}
