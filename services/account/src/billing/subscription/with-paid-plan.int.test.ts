import { formEntrySchema } from '@inlet/contracts/form-directory';
import { buildForm } from '@inlet/testing/build-form';
import { buildUser } from '@inlet/testing/build-user';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newForm, startTestAccount, type TestAccount } from '#account.test-setup.ts';

let account: TestAccount;

beforeAll(async () => {
  account = await startTestAccount();
});
afterAll(() => account.close());

const prisma = () => account.deps.database.prisma;

/** An account with one form, its token, and its saved state. */
async function open(overrides: Parameters<typeof buildUser>[1]) {
  const user = await buildUser(prisma(), overrides);
  const { id: formId, endpointId } = await buildForm(prisma(), { userId: user.id });
  const token = await account.signIn(user);
  return {
    formId,
    call: (route: string, body?: object) => account.call(route, { token, ...(body && { body }) }),
    savedPlan: async () => (await prisma().user.findUniqueOrThrow({ where: { id: user.id } })).plan,
    changes: async () => {
      const events = await prisma().auditEvent.findMany({ where: { userId: user.id } });
      return events.map(({ actor, action, details }) => [actor, action, details]);
    },
    entry: async () => {
      const text = await account.deps.redis.get(account.keys.form(endpointId));
      return text === null ? null : formEntrySchema.parse(JSON.parse(text));
    },
  };
}

const withoutPlan = [null, '', 'free'];
const looks = ['GET /api/v1/me', 'GET /api/v1/usage', 'GET /api/v1/dashboard', 'GET /api/v1/forms'];

describe.each(withoutPlan)('an account that pays and has the plan %j', (plan) => {
  it.each(looks)('is on starter from %s on, as saved and as the endpoint knows it', async (look) => {
    const own = await open({ plan });
    expect((await own.call(look)).status).toBe(200);
    expect(await own.savedPlan()).toBe('starter');
    expect(await own.entry()).toMatchObject({ submissionLimit: 1_000 });
    expect(await own.changes()).toEqual([['system', 'billing.plan_changed', { from: plan, to: 'starter' }]]);
  });

  it('has the limits and features of starter in the same request', async () => {
    const usage = await (await open({ plan })).call('GET /api/v1/usage');
    expect(usage.body).toMatchObject({ plan: 'starter', currentForms: 1, formLimit: 5, submissionLimit: 1_000 });
    expect((await (await open({ plan })).call('POST /api/v1/forms', newForm)).status).toBe(201);
    const { call, formId } = await open({ plan });
    const target = await call(`POST /api/v1/forms/${formId}/targets`, { url: 'https://example.com/hook' });
    expect(target.status).toBe(201);
  });

  it('is told so when it signs in', async () => {
    const email = `paying-${JSON.stringify(plan).replaceAll('"', '')}@example.test`;
    const credentials = { email, password: 'a long password of a test', transport: 'token' };
    expect((await account.call('POST /api/auth/sign-up', { body: credentials })).status).toBe(201);
    const paying = { plan, subscriptionStatus: 'active', stripeSubscriptionId: 'sub_1' };
    await prisma().user.update({ where: { email }, data: paying });
    const { body } = await account.call('POST /api/auth/sign-in', { body: credentials });
    expect(body).toMatchObject({ user: { plan: 'starter' } });
  });
});

it('is given once, however many requests come at once', async () => {
  const own = await open({ plan: 'free' });
  const answers = await Promise.all(Array.from({ length: 12 }, () => own.call('GET /api/v1/me')));
  for (const { status, body } of answers) expect([status, body]).toMatchObject([200, { plan: 'starter' }]);
  expect(await own.changes()).toHaveLength(1);
});

it('lets targets deliver again that stopped for want of a plan', async () => {
  const own = await open({ plan: 'starter' });
  const url = 'https://example.com/hook';
  const { body } = await own.call(`POST /api/v1/forms/${own.formId}/targets`, { url });
  const { id } = body as { readonly id: string };
  const stopped = { state: 'disabled', stateReason: 'plan', stoppedAt: new Date() };
  await prisma().target.update({ where: { id }, data: stopped });
  await prisma().form.update({ where: { id: own.formId }, data: { user: { update: { plan: '' } } } });
  expect((await own.call(`GET /api/v1/targets/${id}`)).body).toMatchObject({ state: 'active', stateReason: null });
});

describe('no plan is given', () => {
  it.each([
    ['without an active subscription', { plan: 'free', subscriptionStatus: 'inactive' }],
    ['without a subscription of Stripe', { plan: 'free', stripeSubscriptionId: null }],
    ['to an account with another plan', { plan: 'early_pro' }],
    ['to an account with a plan that is no longer sold', { plan: 'hobby' }],
  ])('%s', async (_, overrides) => {
    const own = await open(overrides);
    expect((await own.call('GET /api/v1/me')).body).toMatchObject({ plan: overrides.plan });
    expect(await own.savedPlan()).toBe(overrides.plan);
    expect(await own.changes()).toEqual([]);
  });
});
