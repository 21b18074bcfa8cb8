import { randomUUID } from 'node:crypto';
import { waitUntil } from '@inlet/local-servers/wait-until';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { openSession } from '#billing/checkout/open-session.ts';
import { closeSession } from '#billing/checkout/settle-checkout.ts';
import { plans, startBilling, type TestBilling, urlOf } from '#billing.test-setup.ts';

let billing: TestBilling;

beforeAll(async () => {
  billing = await startBilling();
});
afterAll(() => billing.close());
beforeEach(async () => {
  await billing.control('webhooks', { pause: false });
  await billing.settled();
  await billing.freeAll();
});

const sessionsOf = async (customer: string | null) => {
  const { data } = await billing.account.deps.stripe.checkout.sessions.list({ customer: customer ?? '' });
  return data;
};

it('a subscription that only Stripe knows of yet is enough to refuse a checkout', async () => {
  const { stripe } = billing.account.deps;
  const user = await billing.buyer();
  await billing.decide(urlOf(await billing.checkout(user)), 'expire');
  await billing.settled();
  await billing.control('webhooks', { pause: true });
  const { stripeCustomerId } = await billing.read(user);
  await stripe.subscriptions.create({ customer: stripeCustomerId ?? '', items: [{ price: plans.pro }] });
  expect(await billing.checkout(user)).toMatchObject({ status: 409, body: { code: 'already_subscribed' } });
  expect((await billing.spots()).free).toBe(20);
});

it('an account that became active while it waited for its turn gets no checkout', async () => {
  const { stripe, database } = billing.account.deps;
  const { pool } = database;
  const { id: stripeCustomerId } = await stripe.customers.create({});
  // The customer exists already, so only the claim waits for the row.
  const user = await billing.buyer({ stripeCustomerId });
  // This signs the user in, which reads the row as well.
  expect((await billing.checkout(user, 'early_pro', { priceId: 'price_of_nothing' })).status).toBe(404);
  const client = await pool.connect();
  try {
    await client.query('begin');
    await client.query('select from users where id = $1 for update', [user.id]);
    const asked = billing.checkout(user);
    const waiting = `select from pg_stat_activity where wait_event_type = 'Lock' and query like '%for no key update'`;
    await waitUntil(async () => ((await pool.query(waiting)).rowCount ?? 0) > 0, { what: 'the checkout to wait' });
    await client.query(`update users set subscription_status = 'active' where id = $1`, [user.id]);
    await client.query('commit');
    expect(await asked).toMatchObject({ status: 409, body: { code: 'already_subscribed' } });
  } finally {
    client.release();
  }
  expect((await billing.spots()).free).toBe(20);
});

it('a page that was created for a checkout which ended meanwhile is closed, and not opened', async () => {
  const { deps } = billing.account;
  const { prisma } = deps.database;
  const user = await billing.buyer();
  const { id: customer } = await deps.stripe.customers.create({ email: user.email });
  const checkout = await prisma.checkout.create({
    data: {
      id: randomUUID(),
      userId: user.id,
      priceId: plans.early_pro,
      state: 'failed',
      expiresAt: new Date(Date.now() + 31 * 60_000),
    },
  });
  const addresses = { successUrl: 'http://localhost:8080/a', cancelUrl: 'http://localhost:8080/b' };
  const request = { priceId: plans.early_pro, userId: user.id, planType: 'early_pro', ...addresses } as const;
  await expect(openSession(deps, { checkout, customer, request })).rejects.toMatchObject({ status: 503 });
  expect(await sessionsOf(customer)).toMatchObject([{ status: 'expired' }]);
});

it('a page that is paid in the moment in which it is closed counts as paid', async () => {
  const { deps } = billing.account;
  const user = await billing.buyer();
  const url = urlOf(await billing.checkout(user));
  const [open] = await sessionsOf((await billing.read(user)).stripeCustomerId);
  if (open?.status !== 'open') throw new Error('There is no open page');
  await billing.decide(url, 'pay');
  expect((await closeSession(deps, open)).status).toBe('complete');
  await billing.settled();
  expect(await billing.read(user)).toMatchObject({ plan: 'early_pro' });
});

it('a person gets one spot of a limited plan, also with two workspaces at the same time', async () => {
  const { prisma } = billing.account.deps.database;
  const [first, second, third] = [await billing.buyer(), await billing.buyer(), await billing.buyer()];
  for (const { id: userId } of [second, third]) {
    await prisma.membership.create({ data: { userId, personId: first.id, role: 'owner' } });
  }
  const token = await billing.tokenOf(first);
  const buyFor = async (user: typeof first) => {
    const page = 'http://localhost:8080/payment/success';
    const body = {
      priceId: plans.early_pro,
      planType: 'early_pro',
      userId: user.id,
      successUrl: page,
      cancelUrl: page,
    };
    const headers = { 'inlet-workspace': user.id };
    return billing.account.call('POST /api/payment/create-checkout-session', { token, headers, body });
  };
  const answers = await Promise.all([first, second, third].map(buyFor));
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409]);
  for (const { status, body } of answers)
    if (status === 409) expect(body).toMatchObject({ code: 'one_spot_per_person' });
  expect((await billing.spots()).held).toBe(1);
  // The same workspace keeps its page, and the other owner of a workspace without one has a spot of their own.
  const without = answers[1]?.status === 200 ? third : second;
  expect((await billing.checkout(without)).status).toBe(200);
  expect((await billing.spots()).held).toBe(2);
});
