import { freePort } from '@inlet/local-servers/free-port';
import { createLifecycle } from '@inlet/process/lifecycle';
import { createLogger } from '@inlet/process/logger';
import Stripe from 'stripe';
import { onTestFinished, test } from 'vitest';
import { readSimulatorConfig } from '#config.ts';
import { serveSimulator } from '#serve-simulator.ts';
import type { Delivery } from '#state/tables.ts';

export const webhookSecret = 'whsec_for_tests_only';
export const starter = 'price_inlet_starter_monthly';
export const pro = 'price_inlet_pro_monthly';
export const earlyPro = 'price_inlet_early_pro_yearly';

/** Fixtures of a test: a separate simulator, an open checkout there, a customer there who has bought Starter. */
export const it = test
  .extend('simulator', () => startSimulator())
  .extend('stripe', ({ simulator }) => simulator.stripe)
  .extend('url', ({ simulator }) => simulator.url)
  .extend('advance', ({ simulator }) => simulator.advance)
  .extend('subscribe', ({ simulator }) => simulator.subscribe)
  .extend('latestEvents', ({ simulator }) => simulator.latestEvents)
  .extend('checkout', ({ simulator }) => simulator.openCheckout())
  .extend('purchase', ({ simulator }) => simulator.subscribe());

/** Starts a simulator on a free port, with Stripe's real library as its client. */
export async function startSimulator(settings: Readonly<Record<string, string>> = {}) {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const config = readSimulatorConfig({ PORT: String(port), STRIPE_WEBHOOK_SECRET: webhookSecret, ...settings });
  const logger = createLogger({ service: 'stripe-simulator', level: 'silent' });
  const lifecycle = createLifecycle({ logger, deadlineMs: 60_000 });
  const close = async () => {
    await lifecycle.close('test over');
  };
  onTestFinished(close);
  const pace = { firstDelayMs: 10, maxDelayMs: 40, attemptsMax: 6, timeoutMs: 2_000 };
  await serveSimulator({ config, logger, lifecycle }, pace);

  /** Calls a control; fails if it is refused. */
  const control = async (name: string, body: unknown) => {
    const headers = { 'content-type': 'application/json' };
    const answer = await fetch(`${url}/_control/${name}`, { method: 'POST', headers, body: JSON.stringify(body) });
    if (!answer.ok) throw new Error(`${name}: ${await answer.text()}`);
  };
  const stripe = connect(port);
  return {
    url,
    port,
    stripe,
    control,
    close,
    advance: (seconds: number) => control('clock', { advanceSeconds: seconds }),
    openCheckout: (price?: string) => openCheckout(stripe, price),
    /** A customer with a plan paid in the checkout. */
    subscribe: (price = starter) => subscribe(stripe, price),
    /** The types of the newest events, in order. */
    latestEvents: async (limit: number) => (await stripe.events.list({ limit })).data.map(({ type }) => type).reverse(),
    deliveries: async () => {
      const answer = await fetch(`${url}/_control/deliveries`);
      return ((await answer.json()) as { deliveries: Delivery[] }).deliveries;
    },
  };
}

export function connect(port: number, key = 'sk_test_inlet', maxNetworkRetries = 3): Stripe {
  return new Stripe(key, { host: '127.0.0.1', port, protocol: 'http', maxNetworkRetries, telemetry: false });
}

/** The parameters of Inlet's checkouts. */
export function checkoutParams(customer: string, price = earlyPro): Stripe.Checkout.SessionCreateParams {
  return {
    mode: 'subscription',
    customer,
    client_reference_id: 'user-1',
    line_items: [{ price, quantity: 1 }],
    success_url: 'https://inlet.example/payment/success?success=true&session={CHECKOUT_SESSION_ID}',
    cancel_url: 'https://inlet.example/payment/canceled?canceled=true',
    metadata: { reservation: 'r-1' },
    subscription_data: { metadata: { userId: 'user-1' } },
    expires_at: Math.floor(Date.now() / 1_000) + 31 * 60,
  };
}

/** Submits a page's form as a browser does, without following the redirect. */
export function submit(url: string, fields: Record<string, string>): Promise<Response> {
  return fetch(url, { method: 'POST', body: new URLSearchParams(fields), redirect: 'manual' });
}

/** A checkout for a new customer. */
async function openCheckout(stripe: Stripe, price?: string) {
  const customer = await stripe.customers.create({ email: 'ada@example.com' });
  const session = await stripe.checkout.sessions.create(checkoutParams(customer.id, price));
  const press = (action: string) => submit(session.url ?? '', { action });
  const read = () => stripe.checkout.sessions.retrieve(session.id);
  return { customer, session, press, read };
}

async function subscribe(stripe: Stripe, price: string) {
  const { customer, press } = await openCheckout(stripe, price);
  await press('pay');
  const [subscription] = (await stripe.subscriptions.list({ customer: customer.id })).data;
  const [item] = subscription?.items.data ?? [];
  if (!subscription || !item) throw new Error('The checkout brought no subscription');
  const returnUrl = 'https://inlet.example/dashboard';
  const portal = await stripe.billingPortal.sessions.create({ customer: customer.id, return_url: returnUrl });
  return {
    customer,
    subscription,
    item,
    portalUrl: portal.url,
    read: () => stripe.subscriptions.retrieve(subscription.id),
    invoices: async () => (await stripe.invoices.list({ subscription: subscription.id })).data,
    /** Changes to another price, billed at once. */
    changeTo: (price: string, params: Stripe.SubscriptionUpdateParams = {}) =>
      stripe.subscriptions.update(subscription.id, {
        items: [{ id: item.id, price }],
        proration_behavior: 'always_invoice',
        ...params,
      }),
    /** Presses a button of the customer's portal. */
    press: (action: string, fields: Record<string, string> = {}) =>
      submit(portal.url, { action, subscription: subscription.id, ...fields }),
  };
}

export const days = (count: number) => count * 86_400;
