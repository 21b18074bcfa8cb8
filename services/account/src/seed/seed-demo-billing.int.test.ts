import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestAccount } from '#account.test-setup.ts';
import { startBilling, type TestBilling } from '#billing.test-setup.ts';
import { seedDemo } from '#seed/seed-demo.ts';
import { seedDemoBilling } from '#seed/seed-demo-billing.ts';

let billing: TestBilling;
beforeAll(async () => {
  billing = await startBilling();
});
afterAll(() => billing.close());

it('the demo account has one subscription that can be managed, however often it is seeded', async () => {
  const { deps } = billing.account;
  const { userId } = await seedDemo(deps);
  await seedDemoBilling(deps, userId);
  const first = await billing.read({ id: userId } as never);
  expect(first).toMatchObject({ plan: 'pro', subscriptionStatus: 'active', stripeCustomerId: expect.any(String) });
  await seedDemoBilling(deps, userId);
  expect(await billing.read(first)).toEqual(first);
  const { data } = await deps.stripe.subscriptions.list({ customer: first.stripeCustomerId ?? '' });
  expect(data.map(({ id }) => id)).toEqual([first.stripeSubscriptionId]);
});

it('the demo account gets a new one where the data of the Stripe of this machine are gone', async () => {
  const { deps } = billing.account;
  const { userId } = await seedDemo(deps);
  await deps.database.prisma.user.update({ where: { id: userId }, data: { stripeCustomerId: 'cus_forgotten' } });
  await seedDemoBilling(deps, userId);
  const user = await billing.read({ id: userId } as never);
  expect(user.stripeCustomerId).not.toBe('cus_forgotten');
  expect(user).toMatchObject({ plan: 'pro', subscriptionStatus: 'active' });
});

it('the demo account is there without Stripe as well', async () => {
  const account = await startTestAccount();
  const { userId } = await seedDemo(account.deps);
  await seedDemoBilling(account.deps, userId);
  const user = await account.deps.database.prisma.user.findUniqueOrThrow({ where: { id: userId } });
  await account.close();
  expect(user).toMatchObject({ plan: 'pro', subscriptionStatus: 'active', stripeCustomerId: null });
});
