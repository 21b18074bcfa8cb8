import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { hashPassword } from '#auth/passwords.ts';
import { startBilling, type TestBilling, urlOf } from '#billing/billing.test-setup.ts';

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
const statusesOf = async (customer: string | null) => {
  const { stripe } = billing.account.deps;
  const { data } = await stripe.subscriptions.list({ customer: customer ?? '', status: 'all' });
  return data.map(({ status }) => status);
};

describe('deleting an account', () => {
  it('cancels what it pays for at once, and frees its spot', async () => {
    const user = await billing.subscribe(await newBuyer());
    expect((await remove(user)).status).toBe(204);
    expect(await isThere(user)).toBe(false);
    expect(await statusesOf(user.stripeCustomerId)).toEqual(['canceled']);
    expect((await billing.spots()).free).toBe(20);
    await billing.settled();
  });

  it('deletes nothing while Stripe is away, and says so', async () => {
    const user = await billing.subscribe(await newBuyer());
    await billing.settled();
    await billing.control('faults', { requests: 100, status: 503 });
    const refused = await remove(user);
    expect([refused.status, refused.body]).toEqual([
      503,
      {
        error:
          'Your subscription could not be cancelled just now, so nothing was deleted. Please try again in a moment.',
        code: 'payments_unavailable',
      },
    ]);
    expect(await isThere(user)).toBe(true);
    expect((await billing.spots()).sold).toBe(1);
    await billing.control('faults', { requests: 0 });
    expect(await statusesOf(user.stripeCustomerId)).toEqual(['active']);
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
    // As it stands when the page was made in the moment in which the account went.
    await database.prisma.user.delete({ where: { id: user.id } });
    await billing.decide(url, 'pay');
    await billing.settled();
    expect(await statusesOf(customer)).toEqual(['canceled']);
    expect((await stripe.charges.list({ customer: customer ?? '' })).data).toMatchObject([{ refunded: true }]);
  });
});

it('what others sell in the same account at Stripe is left alone', async () => {
  const { stripe } = billing.account.deps;
  const customer = await stripe.customers.create({ email: 'somebody@example.com' });
  await stripe.subscriptions.create({ customer: customer.id, items: [{ price: 'price_inlet_pro_monthly' }] });
  await billing.settled();
  expect(await statusesOf(customer.id)).toEqual(['active']);
});
