import { waitUntil } from '@inlet/local-servers/wait-until';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { reconcile } from '#billing/reconciliation/reconcile.ts';
import { sweepBilling } from '#billing/reconciliation/sweep-billing.ts';
import { syncCustomer } from '#billing/subscription/sync-customer.ts';
import { startBilling, type TestBilling, urlOf } from '#billing.test-setup.ts';

let billing: TestBilling;
const never = new AbortController().signal;
const inactive = { plan: 'free', subscriptionStatus: 'inactive', stripeSubscriptionId: null };

beforeAll(async () => {
  billing = await startBilling({ sellAll: true });
});
afterAll(() => billing.close());
beforeEach(async () => {
  await billing.control('webhooks', { drop: 0 });
  await billing.settled();
  await billing.freeAll();
});

const deleteAtStripe = async (customer: string | null) => billing.account.deps.stripe.customers.del(customer ?? '');

it('a customer who was deleted at Stripe has no plan any more, and buys again as a new customer', async () => {
  const user = await billing.subscribe(await billing.buyer());
  await deleteAtStripe(user.stripeCustomerId);
  await waitUntil(async () => (await billing.read(user)).subscriptionStatus === 'inactive', { what: 'the end' });
  await billing.settled();
  expect(await billing.read(user)).toMatchObject(inactive);
  expect(await billing.spots()).toMatchObject({ free: 20 });
  const again = await billing.subscribe(user, 'pro');
  expect(again.plan).toBe('pro');
  expect(again.stripeCustomerId).not.toBe(user.stripeCustomerId);
});

it('a customer whose deletion no event reported is found at night', async () => {
  const user = await billing.subscribe(await billing.buyer(), 'pro');
  await billing.settled();
  await billing.control('webhooks', { drop: true });
  await deleteAtStripe(user.stripeCustomerId);
  expect((await billing.read(user)).subscriptionStatus).toBe('active');
  await reconcile(billing.account.deps, never);
  expect(await billing.read(user)).toMatchObject(inactive);
});

it('a page that was open for who was deleted is closed, and its spot goes with the new one', async () => {
  const user = await billing.buyer();
  const first = urlOf(await billing.checkout(user));
  await deleteAtStripe((await billing.read(user)).stripeCustomerId);
  const second = urlOf(await billing.checkout(user));
  expect(second).not.toBe(first);
  expect((await billing.decide(first, 'pay')).status).toBe(400);
  expect(await billing.spots()).toEqual({ free: 19, held: 1, sold: 0 });
  await billing.decide(second, 'pay');
  await billing.settled();
  expect(await billing.read(user)).toMatchObject({ plan: 'early_pro' });
});

it('a customer who was deleted twice is made anew twice', async () => {
  const user = await billing.buyer();
  const customers: (string | null)[] = [];
  for (let i = 0; i < 3; i += 1) {
    urlOf(await billing.checkout(user));
    customers.push((await billing.read(user)).stripeCustomerId);
    await deleteAtStripe(customers.at(-1) ?? null);
  }
  expect(new Set(customers).size).toBe(3);
});

it('a customer who was deleted has nothing to manage', async () => {
  const { account } = billing;
  const user = await billing.subscribe(await billing.buyer(), 'starter');
  await deleteAtStripe(user.stripeCustomerId);
  const body = { userId: user.id, returnUrl: 'http://localhost:8080/dashboard' };
  const token = await account.signIn(user);
  const refused = await account.call('POST /api/payment/create-portal-session', { token, body });
  expect(refused).toMatchObject({ status: 409, body: { code: 'no_customer' } });
});

it('no account loses its plan because Stripe does not know the customer, which means a wrong key', async () => {
  const user = await billing.buyer({
    stripeCustomerId: 'cus_of_another_key',
    plan: 'pro',
    subscriptionStatus: 'active',
  });
  await expect(syncCustomer(billing.account.deps, 'cus_of_another_key')).rejects.toMatchObject({
    code: 'resource_missing',
  });
  expect(await billing.read(user)).toMatchObject({ plan: 'pro', subscriptionStatus: 'active' });
});

it.each([
  ['frees its spot', false, 'failed', { free: 20, held: 0, sold: 0 }],
  ['keeps it where Stripe made the page all the same', true, 'open', { free: 19, held: 1, sold: 0 }],
])('a page whose making nobody heard of again %s after two minutes', async (_, wasMade, state, spots) => {
  const { deps } = billing.account;
  const { prisma } = deps.database;
  const user = await billing.buyer();
  const url = urlOf(await billing.checkout(user));
  const { id, stripeSessionId } = await prisma.checkout.findFirstOrThrow({ where: { userId: user.id } });
  // This is the state if the process crashed during the request.
  const unheard = { state: 'opening', stripeSessionId: null, url: null };
  await prisma.checkout.update({ where: { id }, data: unheard });
  if (!wasMade) {
    const other = await deps.stripe.customers.create({});
    await prisma.user.update({ where: { id: user.id }, data: { stripeCustomerId: other.id } });
  }
  const stateNow = async () => (await prisma.checkout.findUniqueOrThrow({ where: { id } })).state;
  await sweepBilling(deps, never);
  expect([await stateNow(), (await billing.spots()).held]).toEqual(['opening', 1]);
  await prisma.checkout.update({ where: { id }, data: { createdAt: new Date(Date.now() - 121_000) } });
  await sweepBilling(deps, never);
  expect(await stateNow()).toBe(state);
  expect(await billing.spots()).toEqual(spots);
  if (wasMade) expect(urlOf(await billing.checkout(user))).toBe(url);
  else await deps.stripe.checkout.sessions.expire(stripeSessionId ?? '');
});
