import { type HttpServer, listen } from '@inlet/service/http-server';
import { createLifecycle } from '@inlet/service/lifecycle';
import { createLogger } from '@inlet/service/logger';
import { createMetrics } from '@inlet/service/metrics';
import Stripe from 'stripe';
import { onTestFinished } from 'vitest';
import { createSimulatorApp } from '#app.ts';
import { openSimulator } from '#simulator.ts';
import type { Delivery } from '#state/tables.ts';

export const webhookSecret = 'whsec_for_tests_only';
export const starter = 'price_inlet_starter_monthly';
export const pro = 'price_inlet_pro_monthly';
export const earlyPro = 'price_inlet_early_pro_yearly';

export interface TestSimulator {
  readonly url: string;
  readonly port: number;
  readonly stripe: Stripe;
  /** Calls a control; fails if it is refused. */
  readonly control: (name: string, body: unknown) => Promise<unknown>;
  readonly advance: (seconds: number) => Promise<unknown>;
  /** A customer with a plan paid in the checkout. */
  readonly subscribe: (price?: string) => ReturnType<typeof payCheckout>;
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
  const simulator = openSimulator({
    stateFile,
    webhook: webhookUrl === undefined ? undefined : { url: webhookUrl, secret: webhookSecret },
    logger,
    pace: { firstDelayMs: 10, maxDelayMs: 40, attemptsMax: 6, timeoutMs: 2_000 },
  });
  lifecycle.onClose('finish work', 'simulator', simulator.close);
  const metrics = createMetrics('stripe-simulator');
  const app = createSimulatorApp({ simulator, hostNames, logger, lifecycle, metrics });
  const server: HttpServer = await listen(app, { host: '127.0.0.1', port: 0 });
  lifecycle.onClose('stop intake', 'http server', server.close);
  const close = async () => {
    await lifecycle.close('test over');
  };
  onTestFinished(close);

  const url = `http://127.0.0.1:${server.port}`;
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
  const stripe = connect(server.port);
  const advance = (seconds: number) => control('clock', { advanceSeconds: seconds });
  const subscribe = (price?: string) => payCheckout(stripe, url, price);
  return { url, port: server.port, stripe, control, advance, subscribe, deliveries, close };
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

async function payCheckout(stripe: Stripe, url: string, price = starter) {
  const customer = await stripe.customers.create({ email: 'ada@example.com', name: 'Ada' });
  const session = await stripe.checkout.sessions.create(checkoutParams(customer.id, price));
  await submit(`${url}/c/pay/${session.id}`, { action: 'pay' });
  const paid = await stripe.checkout.sessions.retrieve(session.id);
  const subscription = await stripe.subscriptions.retrieve(String(paid.subscription));
  return { customer, session: paid, subscription };
}

export const days = (count: number) => count * 86_400;
