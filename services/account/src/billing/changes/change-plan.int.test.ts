import type { BillingState, ChangePreview } from '@inlet/contracts/billing';
import { waitUntil } from '@inlet/local-servers/wait-until';
import { buildForm } from '@inlet/testing/build-form';
import type { BuiltUser } from '@inlet/testing/build-user';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { claimCheckout } from '#billing/checkout/claim-checkout.ts';
import { sweepBilling } from '#billing/reconciliation/sweep-billing.ts';
import { type Plan, plans, startBilling, type TestBilling } from '#billing.test-setup.ts';
import { handOverMails } from '#mail/hand-over-mails.ts';
import { mailsTo } from '#mailbox.test-setup.ts';

let billing: TestBilling;

beforeAll(async () => {
  billing = await startBilling({ sellAll: true });
});
afterAll(() => billing.close());
afterEach(() => billing.control('faults', { requests: 0 }));

const call = async (user: BuiltUser, route: string, body?: object) =>
  billing.account.call(route, { token: await billing.tokenOf(user), ...(body && { body }) });
const preview = async (user: BuiltUser, plan: Plan) => {
  const { status, body } = await call(user, 'POST /api/v1/billing/preview', { priceId: plans[plan] });
  expect([status, body]).toMatchObject([200, { priceId: plans[plan] }]);
  return body as ChangePreview;
};
const change = (user: BuiltUser, plan: Plan, prorationAt: string) =>
  call(user, 'POST /api/v1/billing/change', { priceId: plans[plan], prorationAt });
const changeTo = async (user: BuiltUser, plan: Plan) => change(user, plan, (await preview(user, plan)).prorationAt);
const now = () => new Date().toISOString();
const invoicesOf = async (user: BuiltUser) => {
  const { stripeCustomerId: customer } = await billing.read(user);
  return (await billing.account.deps.stripe.invoices.list({ customer: customer ?? '' })).data;
};
const actionsOf = async ({ id: userId }: BuiltUser) => {
  const { prisma } = billing.account.deps.database;
  const events = await prisma.auditEvent.findMany({ where: { userId, action: { startsWith: 'billing.' } } });
  return events.map(({ action, details }) => [action, details]);
};

describe('a larger plan', () => {
  it('costs the previewed amount at once, and raises the limits of the forms', async () => {
    const user = await billing.subscribe(await billing.buyer(), 'starter');
    const form = await buildForm(billing.account.deps.database.prisma, { userId: user.id });
    const shown = await preview(user, 'pro');
    expect(shown.lines.map(({ amount }) => Math.sign(amount))).toEqual([-1, 1]);
    expect(shown.dueNow).toBe(shown.lines.reduce((sum, { amount }) => sum + amount, 0));
    expect(shown.dueNow).toBeGreaterThan(990);
    expect(await billing.read(user)).toMatchObject({ plan: 'starter' });

    const { status, body } = await change(user, 'pro', shown.prorationAt);
    expect([status, body]).toMatchObject([200, { plan: 'pro', priceId: plans.pro, subscriptionStatus: 'active' }]);
    expect(await invoicesOf(user)).toMatchObject([{ status: 'paid', amount_paid: shown.dueNow }, { total: 500 }]);
    await handOverMails(billing.account.deps);
    const { keys, redis } = billing.account.deps;
    const entry = async () => JSON.parse((await redis.get(keys.form(form.endpointId))) ?? '{}');
    await waitUntil(async () => (await entry()).submissionLimit === 5_000, { what: 'the limit of the plan' });
    expect(await actionsOf(user)).toEqual([['billing.plan_changed', { from: 'starter', to: 'pro' }]]);
    expect((await mailsTo(billing.account, user.email)).map(({ subject }) => subject)).toContain(
      'Your plan was changed',
    );
  });

  it('is charged once, however often the same change is sent', async () => {
    const user = await billing.subscribe(await billing.buyer(), 'starter');
    const { prorationAt } = await preview(user, 'pro');
    const answers = await Promise.all(Array.from({ length: 4 }, () => change(user, 'pro', prorationAt)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect(await change(user, 'pro', prorationAt)).toMatchObject({ status: 200, body: { plan: 'pro' } });
    expect(await invoicesOf(user)).toHaveLength(2);
  });

  it('is charged once when the responses of Stripe are lost', async () => {
    const user = await billing.subscribe(await billing.buyer(), 'starter');
    const { prorationAt } = await preview(user, 'pro');
    await billing.control('faults', { requests: 2, status: 500, when: 'after' });
    expect(await change(user, 'pro', prorationAt)).toMatchObject({ status: 200, body: { plan: 'pro' } });
    expect(await invoicesOf(user)).toHaveLength(2);
  });

  it('is not given for a card that is declined, and the plan stays as it was', async () => {
    const user = await billing.subscribe(await billing.buyer(), 'starter');
    await billing.act(user, 'break-card');
    const { prorationAt } = await preview(user, 'pro');
    expect(await change(user, 'pro', prorationAt)).toMatchObject({ status: 402, body: { code: 'payment_failed' } });
    expect(await billing.read(user)).toMatchObject({ plan: 'starter', subscriptionStatus: 'active' });
    expect(await invoicesOf(user)).toHaveLength(1);
    await billing.act(user, 'repair-card');
    // The same change in the same second would repeat the declined one.
    await waitUntil(async () => (await preview(user, 'pro')).prorationAt !== prorationAt);
    expect(await changeTo(user, 'pro')).toMatchObject({ status: 200 });
  });

  it('is calculated for a moment that the buyer cannot choose', async () => {
    const user = await billing.subscribe(await billing.buyer(), 'starter');
    for (const awayMs of [-2 * 3_600_000, 3_600_000, 25 * 86_400_000]) {
      const moment = new Date(Date.now() + awayMs).toISOString();
      expect(await change(user, 'pro', moment)).toMatchObject({ status: 409, body: { code: 'preview_expired' } });
    }
    expect(await billing.read(user)).toMatchObject({ plan: 'starter' });
  });
});

describe('a smaller plan', () => {
  it('gives credit for the time that was paid, which the next change uses up', async () => {
    const user = await billing.subscribe(await billing.buyer(), 'pro');
    const down = await preview(user, 'starter');
    expect(down).toMatchObject({ dueNow: 0, creditBefore: 0 });
    expect(down.creditAfter).toBeGreaterThan(990);
    expect(await change(user, 'starter', down.prorationAt)).toMatchObject({ status: 200, body: { plan: 'starter' } });
    const up = await preview(user, 'pro');
    expect(up.creditBefore).toBe(down.creditAfter);
    expect(up.dueNow).toBeLessThanOrEqual(1);
    expect(await change(user, 'pro', up.prorationAt)).toMatchObject({ status: 200, body: { plan: 'pro' } });
  });

  it('frees the spot of Early Pro, and a change to Early Pro takes one', async () => {
    await billing.freeAll();
    const user = await billing.subscribe(await billing.buyer(), 'pro');
    expect(await changeTo(user, 'early_pro')).toMatchObject({ status: 200, body: { plan: 'early_pro' } });
    expect(await billing.spots()).toMatchObject({ held: 0, sold: 1 });
    expect((await billing.state(user)).openCheckout).toBeNull();
    expect(await changeTo(user, 'starter')).toMatchObject({ status: 200, body: { plan: 'starter' } });
    expect(await billing.spots()).toMatchObject({ held: 0, sold: 0 });
  });
});

describe('the last spot of Early Pro', () => {
  it('goes to one of several who change to it at once', async () => {
    await billing.freeAll();
    const users = await Promise.all([0, 1, 2].map(async () => billing.subscribe(await billing.buyer(), 'starter')));
    const { pool } = billing.account.deps.database;
    await pool.query(`update spots set state = 'sold' where number > 1`);
    const { prorationAt } = await preview(users[0] as BuiltUser, 'early_pro');
    const answers = await Promise.all(users.map((user) => change(user, 'early_pro', prorationAt)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409]);
    for (const user of users) expect((await billing.read(user)).subscriptionStatus).toBe('active');
    await billing.freeAll();
  });

  it('is free again after a card was declined', async () => {
    await billing.freeAll();
    const user = await billing.subscribe(await billing.buyer(), 'starter');
    await billing.settled();
    const before = await billing.spots();
    await billing.act(user, 'break-card');
    expect(await changeTo(user, 'early_pro')).toMatchObject({ status: 402 });
    expect(await billing.spots()).toEqual(before);
    expect((await billing.state(user)).openCheckout).toBeNull();
  });

  it('is free again when the process died before Stripe was asked, and the plan stays', async () => {
    await billing.freeAll();
    const user = await billing.subscribe(await billing.buyer(), 'starter');
    await billing.settled();
    const before = await billing.spots();
    const { deps } = billing.account;
    const offer = {
      priceId: plans.early_pro,
      productId: 'prod_inlet_early_pro',
      planKey: 'early_pro',
      isLimited: true,
    };
    const { id } = await claimCheckout(deps, user.id, offer, { isSubscribed: true, personId: user.id });
    expect(await billing.spots()).toMatchObject({ held: 1 });
    const createdAt = new Date(Date.now() - 600_000);
    await deps.database.prisma.checkout.update({ where: { id }, data: { createdAt } });
    await sweepBilling(deps, new AbortController().signal);
    expect(await billing.spots()).toEqual(before);
    expect(await billing.read(user)).toMatchObject({ plan: 'starter', subscriptionStatus: 'active' });
  });
});

describe('a change', () => {
  it('is refused where nothing can be changed', async () => {
    const nobody = await billing.buyer();
    const codeOf = async (user: BuiltUser, plan: Plan) =>
      ((await call(user, 'POST /api/v1/billing/preview', { priceId: plans[plan] })).body as { code: string }).code;
    expect(await codeOf(nobody, 'pro')).toBe('no_subscription');
    expect(await change(nobody, 'pro', now())).toMatchObject({ status: 409, body: { code: 'no_subscription' } });

    const user = await billing.subscribe(nobody, 'pro');
    expect(await codeOf(user, 'pro')).toBe('same_price');
    const none = await call(user, 'POST /api/v1/billing/preview', { priceId: 'price_none' });
    expect(none).toMatchObject({ status: 404, body: { code: 'price_not_found' } });
    const { prisma } = billing.account.deps.database;
    await prisma.invitation.deleteMany({ where: { userId: user.id } });
    expect(await codeOf(user, 'early_pro')).toBe('not_for_sale');
    await call(user, 'POST /api/v1/billing/cancel');
    expect(await codeOf(user, 'starter')).toBe('subscription_ends');
    await call(user, 'POST /api/v1/billing/resume');
    await billing.act(user, 'break-card');
    await billing.act(user, 'renew');
    await billing.settled();
    expect(await codeOf(user, 'starter')).toBe('payment_due');
  });
});

describe('a subscription', () => {
  it('is cancelled with its period, shows until when, and is resumed', async () => {
    const user = await billing.subscribe(await billing.buyer(), 'pro');
    const cancelled = await call(user, 'POST /api/v1/billing/cancel');
    expect(cancelled).toMatchObject({ status: 200, body: { cancelAtPeriodEnd: true, plan: 'pro', endedAt: null } });
    expect(Date.parse((cancelled.body as BillingState).currentPeriodEnd ?? '')).toBeGreaterThan(Date.now());
    expect(await call(user, 'POST /api/v1/billing/cancel')).toMatchObject({ status: 200 });
    const resumed = await call(user, 'POST /api/v1/billing/resume');
    expect(resumed).toMatchObject({ status: 200, body: { cancelAtPeriodEnd: false, plan: 'pro' } });
    expect((await actionsOf(user)).map(([action]) => action)).toEqual(['billing.cancelled', 'billing.resumed']);
  });

  it('that was cancelled for a moment, as the portal of Stripe may do, ends then and is resumed too', async () => {
    const user = await billing.subscribe(await billing.buyer(), 'pro');
    const { stripe } = billing.account.deps;
    const end = Math.floor(Date.now() / 1_000) + 86_400;
    await stripe.subscriptions.update(user.stripeSubscriptionId ?? '', { cancel_at: end });
    await billing.settled();
    expect(await billing.state(user)).toMatchObject({
      cancelAtPeriodEnd: true,
      currentPeriodEnd: new Date(end * 1_000).toISOString(),
    });
    const resumed = await call(user, 'POST /api/v1/billing/resume');
    expect(resumed).toMatchObject({ status: 200, body: { cancelAtPeriodEnd: false } });
    expect((await stripe.subscriptions.retrieve(user.stripeSubscriptionId ?? '')).cancel_at).toBeNull();
  });

  it('that has ended shows when, and what is kept', async () => {
    const user = await billing.subscribe(await billing.buyer(), 'pro');
    const { prisma } = billing.account.deps.database;
    for (const submissionCount of [400, 63]) {
      const { id: formId } = await buildForm(prisma, { userId: user.id });
      await prisma.formTotal.create({ data: { formId, submissionCount } });
    }
    expect((await billing.state(user)).kept).toBeNull();
    await billing.act(user, 'cancel');
    await billing.settled();
    const state = await billing.state(user);
    expect(state).toMatchObject({
      subscriptionStatus: 'inactive',
      priceId: null,
      kept: { forms: 2, submissions: 463, submissionsPerMonth: 100 },
    });
    expect(Math.abs(Date.parse(state.endedAt ?? '') - Date.now())).toBeLessThan(60_000);
    expect(await call(user, 'POST /api/v1/billing/resume')).toMatchObject({ status: 409 });
    expect((await billing.subscribe(user, 'starter')).plan).toBe('starter');
    expect(await billing.state(user)).toMatchObject({ endedAt: null, kept: null });
  });
});

describe('the invoices', () => {
  it('are those of the account, newest first, with a page of each', async () => {
    const user = await billing.subscribe(await billing.buyer(), 'starter');
    await billing.subscribe(await billing.buyer(), 'pro');
    await changeTo(user, 'pro');
    const { status, body } = await call(user, 'GET /api/v1/billing/invoices');
    expect([status, body]).toMatchObject([
      200,
      {
        invoices: [
          { status: 'paid', currency: 'eur' },
          { status: 'paid', total: 500, amountDue: 500 },
        ],
      },
    ]);
    const [{ url } = { url: '' }] = (body as { invoices: { url: string }[] }).invoices;
    const page = await fetch(url);
    expect(page.status).toBe(200);
    expect(await page.text()).toContain('Remaining time on Pro');
  });

  it('are none before the first purchase, and a Stripe that is away is said to be', async () => {
    const user = await billing.buyer();
    expect(await call(user, 'GET /api/v1/billing/invoices')).toMatchObject({ status: 200, body: { invoices: [] } });
    await billing.subscribe(user, 'starter');
    await billing.settled();
    await billing.control('faults', { requests: 30, status: 500 });
    expect(await call(user, 'GET /api/v1/billing/invoices')).toMatchObject({ status: 503 });
  });
});
