import { buildUser } from '@inlet/testing/build-user';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestAccount, type TestAccount } from '#account.test-setup.ts';

let account: TestAccount;

beforeAll(async () => {
  account = await startTestAccount();
});
afterAll(() => account.close());

describe('the gate', () => {
  it.each([
    ['without a subscription', { subscriptionStatus: 'inactive', stripeSubscriptionId: null }],
    ['whose subscription has ended', { subscriptionStatus: 'inactive' }],
    ['that is active without a subscription', { stripeSubscriptionId: null }],
    ['whose payment is late', { subscriptionStatus: 'past_due' }],
  ])('is closed for an account %s, but not to its own record', async (_which, overrides) => {
    const user = await buildUser(account.deps.database.prisma, overrides);
    const token = await account.signIn(user);
    for (const request of [
      'GET /api/v1/forms',
      'POST /api/v1/forms',
      'GET /api/v1/forms/01890000-0000-7000-8000-000000000001',
      'GET /api/v1/forms/01890000-0000-7000-8000-000000000001/submissions',
    ]) {
      const body = request.startsWith('POST') ? { name: 'Contact' } : undefined;
      const answer = await account.call(request, { token, body });
      expect(answer.status).toBe(402);
      expect(answer.body).toEqual({
        error: 'An active subscription is required. Choose a plan to continue.',
        code: 'subscription_required',
      });
    }
    expect(await account.deps.database.prisma.form.count({ where: { userId: user.id } })).toBe(0);
    const me = await account.call('GET /api/v1/me', { token });
    expect([me.status, me.body]).toMatchObject([200, { id: user.id }]);
  });

  it('is open for an account with an active subscription', async () => {
    const token = await account.signIn(await buildUser(account.deps.database.prisma));
    expect((await account.call('GET /api/v1/forms', { token })).status).toBe(200);
  });
});
