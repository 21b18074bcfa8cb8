import { randomUUID } from 'node:crypto';
import { appConfigSchema } from '@inlet/contracts/app-config';
import { billingStateSchema } from '@inlet/contracts/billing';
import { formSchema } from '@inlet/contracts/forms';
import { sessionSchema, userSchema } from '@inlet/contracts/sessions';
import { usageSchema } from '@inlet/contracts/usage';
import { ConfigError } from '@inlet/process/config';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newForm, startTestAccount, type TestAccount } from '#account.test-setup.ts';
import { accountOf, testPassword as password } from '#account-of.test-setup.ts';
import { loadConfig } from '#config.ts';
import { announcePlans } from '#forms/directory/announce-plans.ts';
import { createDirectoryRelay } from '#forms/directory/relay.ts';

const noStripe = { STRIPE_SECRET_KEY: '', STRIPE_WEBHOOK_SECRETS: '', STRIPE_API_URL: '' };
const off = {
  BILLING: 'off',
  PLAN_NAME: 'team',
  PLAN_FORMS: '2',
  PLAN_SUBMISSIONS: '30',
  PLAN_BYTES: '900',
  ...noStripe,
};

let account: TestAccount;
let token: string;
let userId: string;
beforeAll(async () => {
  account = await startTestAccount(off);
  const body = { email: `${randomUUID()}@example.com`, password };
  const session = sessionSchema.parse((await account.call('POST /api/auth/sign-up', { body })).body);
  token = session.access_token;
  userId = session.user.id;
});
afterAll(() => account.close());

const ask = (request: string, body?: unknown) => account.call(request, { token, body });

describe('an installation without payments', () => {
  it('gives a new account the plan that its operator named', async () => {
    const me = userSchema.parse((await ask('GET /api/v1/me')).body);
    expect(me).toMatchObject({ plan: 'team', subscriptionStatus: 'active', needsSubscription: false });
    const usage = usageSchema.parse((await ask('GET /api/v1/usage')).body);
    expect(usage).toMatchObject({ plan: 'team', formLimit: 2, submissionLimit: 30, byteLimit: 900 });
    const state = billingStateSchema.parse((await ask('GET /api/v1/billing')).body);
    expect(state).toMatchObject({ plan: 'team', subscriptionStatus: 'active', openCheckout: null });
  });

  it('allows forms up to the limit, and suggests no upgrade', async () => {
    for (const name of ['One', 'Two']) {
      const created = await ask('POST /api/v1/forms', { ...newForm, name });
      expect(created.status).toBe(201);
      const { endpointId } = formSchema.parse(created.body);
      const entry = JSON.parse((await account.deps.redis.get(account.keys.form(endpointId))) ?? '{}');
      expect(entry).toMatchObject({ userId, submissionLimit: 30, byteLimit: 900 });
    }
    const refused = await ask('POST /api/v1/forms', newForm);
    expect([refused.status, refused.body]).toEqual([
      403,
      { error: "You've reached your form limit (2).", code: 'form_limit_reached' },
    ]);
  });

  it('includes every feature', async () => {
    const { id } = await account.deps.database.prisma.form.findFirstOrThrow({ where: { userId } });
    expect((await ask(`GET /api/v1/forms/${id}/analytics`)).status).toBe(200);
    expect((await ask(`GET /api/v1/forms/${id}/targets`)).status).toBe(200);
  });

  it('sells nothing and ignores Stripe', async () => {
    expect((await ask('GET /api/products')).body).toEqual({ products: [] });
    expect((await ask('GET /api/payment/early-pro-count')).body).toEqual({ count: 0, available: 0 });
    const config = appConfigSchema.parse((await ask('GET /api/config')).body);
    expect(config).toMatchObject({ billing: 'off', waitlistEndpointId: null });
    for (const path of ['create-checkout-session', 'create-portal-session', 'webhook']) {
      const answer = await ask(`POST /api/payment/${path}`, {});
      expect([answer.status, answer.body]).toMatchObject([404, { code: 'billing_off' }]);
    }
  });

  it('deletes an account that had a customer at Stripe without asking there', async () => {
    const user = await accountOf(account);
    const data = { stripeCustomerId: `cus_${randomUUID()}` };
    await account.deps.database.prisma.user.update({ where: { id: user.id }, data });
    const answer = await account.call('DELETE /api/v1/me', {
      token: await account.signIn(user),
      body: { password },
    });
    expect(answer.status).toBe(204);
  });
});

describe('new settings of the plan', () => {
  it('reach the directory of forms at the next start, once', async () => {
    const { prisma } = account.deps.database;
    const { endpointId } = await prisma.form.findFirstOrThrow({ where: { userId } });
    const plans = { ...account.deps.plans, fingerprint: 'another' };
    const limits = { ...plans.limitsOf(null), submissionsPerMonth: 7 };
    const changed = { ...account.deps, keys: account.keys, plans: { ...plans, limitsOf: () => limits } };
    const deps = { ...changed, relay: createDirectoryRelay(changed) };
    await announcePlans(deps);
    const entry = JSON.parse((await account.deps.redis.get(account.keys.form(endpointId))) ?? '{}');
    expect(entry).toMatchObject({ submissionLimit: 7 });
    await announcePlans(deps);
    expect(await prisma.outboxEntry.count()).toBe(0);
  });
});

describe('the configuration', () => {
  it('needs no keys of Stripe without payments, and both with them', () => {
    expect(loadConfig(account.env)).toMatchObject({ BILLING: 'off', PLAN_FORMS: 2 });
    const sold = () => loadConfig({ ...account.env, BILLING: 'on' });
    expect(sold).toThrow(ConfigError);
    expect(sold).toThrow('  STRIPE_SECRET_KEY: is missing\n  STRIPE_WEBHOOK_SECRETS: is missing');
  });

  it.each([
    ['BILLING', 'no'],
    ['PLAN_NAME', '<b>'],
    ['PLAN_FORMS', '0'],
    ['PLAN_SUBMISSIONS', 'many'],
  ])('refuses %s=%s', (name, value) => {
    expect(() => loadConfig({ ...account.env, [name]: value })).toThrow(`  ${name}: `);
  });
});
