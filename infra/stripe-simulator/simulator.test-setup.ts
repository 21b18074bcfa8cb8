import { listen } from '@inlet/service/http-server';
import { createLifecycle } from '@inlet/service/lifecycle';
import { createLogger } from '@inlet/service/logger';
import { createMetrics } from '@inlet/service/metrics';
import { freePort } from '@inlet/testing/free-port';
import Stripe from 'stripe';
import { onTestFinished } from 'vitest';
import { createSimulatorApp } from '#app.ts';
import { openSimulator } from '#simulator.ts';
import type { Delivery } from '#state/tables.ts';

export const webhookSecret = 'whsec_for_tests_only';
export const starter = 'price_inlet_starter_monthly';
export const pro = 'price_inlet_pro_monthly';
export const earlyPro = 'price_inlet_early_pro_yearly';
const returnUrl = 'https://inlet.example/dashboard';

export interface TestSimulator {
  readonly url: string;
  readonly port: number;
  readonly stripe: Stripe;
  /** Calls a control; fails if it is refused. */
  readonly control: (name: string, body: unknown) => Promise<unknown>;
  readonly advance: (seconds: number) => Promise<unknown>;
  /** A customer with a plan paid in the checkout. */
  readonly subscribe: (price?: string) => ReturnType<typeof payCheckout>;
  /** The types of the newest events, the newest last. */
  readonly latestEvents: (count: number) => Promise<string[]>;
  readonly deliveries: () => Promise<Delivery[]>;
  readonly close: () => Promise<void>;
}

interface Options {
  readonly webhookUrl?: string;
  readonly stateFile?: string;
  readonly hostNames?: readonly string[];
}

/** Starts a simulator on a free port, with Stripe's real library as its client. */
export async function startSimulator({ webhookUrl, stateFile, hostNames = [] }: Options = {}): Promise<TestSimulator> {
  const logger = createLogger({ service: 'stripe-simulator', level: 'silent' });
  const lifecycle = createLifecycle({ logger, deadlineMs: 5_000 });
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const simulator = openSimulator({
    stateFile,
    pagesUrl: url,
    webhook: webhookUrl === undefined ? undefined : { url: webhookUrl, secret: webhookSecret },
    logger,
    pace: { firstDelayMs: 10, maxDelayMs: 40, attemptsMax: 6, timeoutMs: 2_000 },
  });
  lifecycle.onClose('finish work', 'simulator', simulator.close);
  const metrics = createMetrics('stripe-simulator');
  const app = createSimulatorApp({ simulator, hostNames, logger, lifecycle, metrics });
  const server = await listen(app, { host: '127.0.0.1', port });
  lifecycle.onClose('stop intake', 'http server', server.close);
  const close = async () => {
    await lifecycle.close('test over');
  };
  onTestFinished(close);

  const control = async (name: string, body: unknown) => {
    const headers = { 'content-type': 'application/json' };
    const answer = await fetch(`${url}/_control/${name}`, { method: 'POST', headers, body: JSON.stringify(body) });
    const result = await answer.json();
    if (!answer.ok) throw new Error(`${name}: ${JSON.stringify(result)}`);
    return result;
  };
  const deliveries = async () => {
    const answer = await fetch(`${url}/_control/deliveries`);
    return ((await answer.json()) as { deliveries: Delivery[] }).deliveries;
  };
  const stripe = connect(port);
  const latestEvents = async (limit: number) =>
    (await stripe.events.list({ limit })).data.map(({ type }) => type).reverse();
  const advance = (seconds: number) => control('clock', { advanceSeconds: seconds });
  const subscribe = (price?: string) => payCheckout(stripe, price);
  return { url, port, stripe, control, advance, subscribe, latestEvents, deliveries, close };
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

/** A checkout for a customer of its own. */
export async function openCheckout(given?: TestSimulator) {
  const simulator = given ?? (await startSimulator());
  const { stripe } = simulator;
  const customer = await stripe.customers.create({ email: 'ada@example.com' });
  const session = await stripe.checkout.sessions.create(checkoutParams(customer.id));
  const press = (action: string) => submit(session.url ?? '', { action });
  const read = () => stripe.checkout.sessions.retrieve(session.id);
  return { simulator, customer, session, press, read };
}

async function payCheckout(stripe: Stripe, price = starter) {
  const customer = await stripe.customers.create({ email: 'ada@example.com' });
  const session = await stripe.checkout.sessions.create(checkoutParams(customer.id, price));
  await submit(session.url ?? '', { action: 'pay' });
  const { data } = await stripe.subscriptions.list({ customer: customer.id });
  const [subscription] = data;
  const [item] = subscription?.items.data ?? [];
  if (!subscription || !item) throw new Error('The checkout brought no subscription');
  const portal = await stripe.billingPortal.sessions.create({ customer: customer.id, return_url: returnUrl });
  return {
    customer,
    subscription,
    item,
    portalUrl: portal.url,
    read: () => stripe.subscriptions.retrieve(subscription.id),
    invoices: async () => (await stripe.invoices.list({ subscription: subscription.id })).data,
    /** Presses a button of the customer's portal. */
    press: (action: string, fields: Record<string, string> = {}) =>
      submit(portal.url, { action, subscription: subscription.id, ...fields }),
  };
}

export const days = (count: number) => count * 86_400;
