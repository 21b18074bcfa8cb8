import type Stripe from 'stripe';
import { describe, expect, it } from 'vitest';
import { checkoutParams, days, earlyPro, starter, startSimulator, submit } from '#simulator.test-setup.ts';

async function typesSince(stripe: Stripe, count: number): Promise<string[]> {
  const { data } = await stripe.events.list({ limit: count });
  return data.map(({ type }) => type).reverse();
}

async function portalOf(stripe: Stripe, customer: string): Promise<string> {
  const { url } = await stripe.billingPortal.sessions.create({ customer });
  return url;
}

describe('the clock', () => {
  it('expires a checkout when its time is over, and not before', async () => {
    const { stripe, advance } = await startSimulator();
    const customer = await stripe.customers.create({});
    const session = await stripe.checkout.sessions.create(checkoutParams(customer.id));
    await advance(29 * 60);
    expect((await stripe.checkout.sessions.retrieve(session.id)).status).toBe('open');
    await advance(3 * 60);
    expect(await stripe.checkout.sessions.retrieve(session.id)).toMatchObject({ status: 'expired', url: null });
    expect(await typesSince(stripe, 1)).toEqual(['checkout.session.expired']);
  });

  it('takes moments by the real time, however far it was moved itself', async () => {
    const { stripe, advance } = await startSimulator();
    await advance(days(400));
    const customer = await stripe.customers.create({});
    const session = await stripe.checkout.sessions.create(checkoutParams(customer.id));
    await advance(29 * 60);
    expect((await stripe.checkout.sessions.retrieve(session.id)).status).toBe('open');
    await advance(3 * 60);
    expect((await stripe.checkout.sessions.retrieve(session.id)).status).toBe('expired');
  });

  it('renews a subscription month by month, each at its own moment', async () => {
    const { stripe, subscribe, advance } = await startSimulator();
    const { subscription } = await subscribe(starter);
    await advance(days(63));
    const { data } = await stripe.invoices.list({ subscription: subscription.id });
    expect(data.map(({ billing_reason, status }) => `${billing_reason} ${status}`)).toEqual([
      'subscription_cycle paid',
      'subscription_cycle paid',
      'subscription_create paid',
    ]);
    const [second, first] = data;
    const firstEnd = subscription.items.data[0]?.current_period_end;
    expect(first?.created).toBe(firstEnd);
    expect(second?.created).toBeGreaterThan(firstEnd ?? 0);
    const renewed = await stripe.subscriptions.retrieve(subscription.id);
    expect(renewed.status).toBe('active');
    expect(renewed.items.data[0]?.current_period_start).toBe(second?.created);
  });

  it('ends a subscription with its period when that was wished', async () => {
    const { stripe, subscribe, advance } = await startSimulator();
    const { subscription } = await subscribe(earlyPro);
    await stripe.subscriptions.update(subscription.id, { cancel_at_period_end: true });
    await advance(days(364));
    expect((await stripe.subscriptions.retrieve(subscription.id)).status).toBe('active');
    await advance(days(3));
    expect(await stripe.subscriptions.retrieve(subscription.id)).toMatchObject({
      status: 'canceled',
      ended_at: subscription.items.data[0]?.current_period_end,
    });
    expect(await typesSince(stripe, 1)).toEqual(['customer.subscription.deleted']);
    expect((await stripe.invoices.list({ subscription: subscription.id })).data).toHaveLength(1);
  });

  it('lets a refused renewal be past due, and ends it after the last retry', async () => {
    const { stripe, subscribe, advance } = await startSimulator();
    const { customer, subscription } = await subscribe(starter);
    await submit(await portalOf(stripe, customer.id), { action: 'break-card' });
    const end = subscription.items.data[0]?.current_period_end ?? 0;
    const toRenewal = end - Math.floor(Date.now() / 1_000);
    const stateAfter = async (seconds: number) => {
      await advance(seconds);
      const { status, latest_invoice: invoice } = await stripe.subscriptions.retrieve(subscription.id, {
        expand: ['latest_invoice'],
      });
      const attempts = typeof invoice === 'object' && invoice?.attempt_count;
      return `${status} ${attempts}`;
    };
    expect(await stateAfter(toRenewal + 60)).toBe('past_due 1');
    expect(await typesSince(stripe, 3)).toEqual([
      'charge.failed',
      'invoice.payment_failed',
      'customer.subscription.updated',
    ]);
    expect(await stateAfter(days(3))).toBe('past_due 2');
    expect(await stateAfter(days(5))).toBe('past_due 3');
    expect(await stateAfter(days(6))).toBe('past_due 3');
    expect(await stateAfter(days(1))).toBe('canceled 4');
    expect(await stripe.subscriptions.retrieve(subscription.id)).toMatchObject({
      cancellation_details: { reason: 'payment_failed' },
    });
    expect(await typesSince(stripe, 2)).toEqual(['invoice.payment_failed', 'customer.subscription.deleted']);
    await advance(days(60));
    expect((await stripe.invoices.list({ status: 'open' })).data).toMatchObject([
      { attempt_count: 4, next_payment_attempt: null },
    ]);
  });

  it('makes a subscription active again when the card works at a retry', async () => {
    const { stripe, subscribe, advance } = await startSimulator();
    const { customer, subscription } = await subscribe(starter);
    const portal = await portalOf(stripe, customer.id);
    await submit(portal, { action: 'break-card' });
    await advance(days(32));
    expect((await stripe.subscriptions.retrieve(subscription.id)).status).toBe('past_due');
    await submit(portal, { action: 'repair-card' });
    expect((await stripe.subscriptions.retrieve(subscription.id)).status).toBe('active');
    expect((await stripe.invoices.list({ status: 'open' })).data).toEqual([]);
    expect(await typesSince(stripe, 3)).toEqual([
      'invoice.paid',
      'invoice.payment_succeeded',
      'customer.subscription.updated',
    ]);
  });

  it('asks for nothing more once a subscription that is past due was cancelled', async () => {
    const { stripe, subscribe, advance } = await startSimulator();
    const { customer, subscription } = await subscribe(starter);
    await submit(await portalOf(stripe, customer.id), { action: 'break-card' });
    await advance(days(32));
    await stripe.subscriptions.cancel(subscription.id);
    await advance(days(30));
    expect((await stripe.invoices.list({ status: 'open' })).data).toMatchObject([
      { attempt_count: 1, auto_advance: false, next_payment_attempt: null },
    ]);
    expect(await typesSince(stripe, 1)).toEqual(['customer.subscription.deleted']);
  });

  it('is moved by a page, too', async () => {
    const { stripe, url, subscribe } = await startSimulator();
    const { subscription } = await subscribe(starter);
    expect((await submit(`${url}/clock`, { seconds: String(days(31)) })).status).toBe(303);
    expect((await submit(`${url}/clock`, { seconds: '-5' })).status).toBe(400);
    expect(await (await fetch(`${url}/clock`)).text()).toContain('31 days, 0 hours and 0 minutes ahead');
    expect((await stripe.invoices.list({ subscription: subscription.id })).data).toHaveLength(2);
  });
});
