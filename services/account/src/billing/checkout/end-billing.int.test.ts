import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startBilling, type TestBilling, urlOf } from '#billing.test-setup.ts';
import { hashPassword } from '#identity/credentials/passwords.ts';
import { newestMail, tokenIn } from '#mailbox.test-setup.ts';

let billing: TestBilling;
let passwordHash: string;
const password = 'correct horse';

beforeAll(async () => {
  billing = await startBilling();
  passwordHash = await hashPassword(password);
});
afterAll(() => billing.close());
beforeEach(async () => {
  await billing.control('webhooks', { drop: 0, pause: false });
  await billing.control('faults', { requests: 0 });
  await billing.freeAll();
});

const newBuyer = () => billing.buyer({ passwordHash });
const remove = async (user: { id: string }) => {
  const token = await billing.account.signIn(await billing.read(user as never));
  return billing.account.call('DELETE /api/v1/me', { token, body: { password } });
};
const isThere = async ({ id }: { id: string }) =>
  (await billing.account.deps.database.prisma.user.count({ where: { id } })) === 1;
/** A deleted customer's subscriptions cannot be queried, so all are listed. */
const statusesOf = async (customer: string | null) => {
  const { stripe } = billing.account.deps;
  const all = await stripe.subscriptions.list({ status: 'all', limit: 100 }).autoPagingToArray({ limit: 1_000 });
  return all.filter((subscription) => subscription.customer === customer).map(({ status }) => status);
};
const isForgotten = async (customer: string | null) =>
  (await billing.account.deps.stripe.customers.retrieve(customer ?? '')).deleted === true;

describe('deleting an account', () => {
  it('cancels its subscription at once, and frees its spot', async () => {
    const user = await billing.subscribe(await newBuyer());
    expect((await remove(user)).status).toBe(204);
    expect(await isThere(user)).toBe(false);
    expect(await statusesOf(user.stripeCustomerId)).toEqual(['canceled']);
    expect((await billing.spots()).free).toBe(20);
    await billing.settled();
  });

  it('has Stripe forget the person, and keep the invoices', async () => {
    const { stripe } = billing.account.deps;
    const user = await billing.subscribe(await newBuyer());
    expect((await remove(user)).status).toBe(204);
    expect(await isForgotten(user.stripeCustomerId)).toBe(true);
    const invoices = await stripe.invoices.list({ customer: user.stripeCustomerId ?? '' });
    expect(invoices.data).toMatchObject([{ status: 'paid', amount_paid: 4_900 }]);
  });

  it('leaves who owes something with Stripe until that is settled', async () => {
    const user = await billing.subscribe(await newBuyer());
    await billing.act(user, 'break-card');
    await billing.act(user, 'renew');
    expect((await remove(user)).status).toBe(204);
    expect(await isForgotten(user.stripeCustomerId)).toBe(false);
    expect(await statusesOf(user.stripeCustomerId)).toEqual(['canceled']);
  });

  it('goes through for who is gone from Stripe already', async () => {
    const user = await billing.subscribe(await newBuyer());
    await billing.account.deps.stripe.customers.del(user.stripeCustomerId ?? '');
    expect((await remove(user)).status).toBe(204);
    expect(await isThere(user)).toBe(false);
  });

  it('deletes nothing while Stripe is away, and reports it', async () => {
    const user = await billing.subscribe(await newBuyer());
    await billing.settled();
    await billing.control('faults', { requests: 100, status: 503 });
    const refused = await remove(user);
    expect([refused.status, refused.body]).toEqual([
      503,
      {
        error:
          'Your subscription could not be canceled just now, so nothing was deleted. Please try again in a moment.',
        code: 'payments_unavailable',
      },
    ]);
    expect(await isThere(user)).toBe(true);
    expect((await billing.spots()).sold).toBe(1);
    await billing.control('faults', { requests: 0 });
    expect(await statusesOf(user.stripeCustomerId)).toEqual(['active']);
    expect(await isForgotten(user.stripeCustomerId)).toBe(false);
    expect((await remove(user)).status).toBe(204);
  });

  it('asks nothing of Stripe for who never bought anything', async () => {
    await billing.control('faults', { requests: 100, status: 503 });
    const user = await newBuyer();
    expect((await remove(user)).status).toBe(204);
  });

  it('ends the page on which it could still have paid', async () => {
    const user = await newBuyer();
    const url = urlOf(await billing.checkout(user));
    expect((await remove(user)).status).toBe(204);
    expect((await billing.spots()).free).toBe(20);
    expect((await billing.decide(url, 'pay')).status).toBe(400);
  });

  it('pays back what was paid while it was deleted', async () => {
    const { stripe, database } = billing.account.deps;
    const user = await newBuyer();
    const url = urlOf(await billing.checkout(user));
    const { stripeCustomerId: customer } = await billing.read(user);
    // This is the state if the page was created while the account was being deleted.
    await database.prisma.user.delete({ where: { id: user.id } });
    await billing.decide(url, 'pay');
    await billing.settled();
    expect(await statusesOf(customer)).toEqual(['canceled']);
    expect((await stripe.charges.list({ customer: customer ?? '' })).data).toMatchObject([{ refunded: true }]);
  });
});

it('Stripe writes to the current address of the account', async () => {
  const { account } = billing;
  const user = await billing.subscribe(await newBuyer(), 'early_pro');
  const email = `${user.id}@new.example`;
  const token = await account.signIn(user);
  await account.call('POST /api/auth/change-email', { token, body: { email, password } });
  await account.deps.background.idle();
  const link = tokenIn(await newestMail(account, email));
  expect((await account.call('POST /api/auth/confirm-email', { body: { token: link } })).status).toBe(204);
  await account.deps.background.idle();
  expect(await account.deps.stripe.customers.retrieve(user.stripeCustomerId ?? '')).toMatchObject({ email });
});

it('what others sell in the same account at Stripe is left alone', async () => {
  const { stripe } = billing.account.deps;
  const customer = await stripe.customers.create({ email: 'somebody@example.com' });
  await stripe.subscriptions.create({ customer: customer.id, items: [{ price: 'price_inlet_pro_monthly' }] });
  await billing.settled();
  expect(await statusesOf(customer.id)).toEqual(['active']);
});
