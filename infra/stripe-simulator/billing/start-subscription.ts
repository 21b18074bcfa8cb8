import type Stripe from 'stripe';
import { collectInvoice } from '#billing/collect-invoice.ts';
import { issueInvoice } from '#billing/issue-invoice.ts';
import { type RecurringPrice, requireRow } from '#billing/require-row.ts';
import { buildSubscription } from '#objects/build-subscription.ts';
import type { Simulation } from '#simulation.ts';

interface Wish {
  readonly customer: string;
  readonly price: RecurringPrice;
  readonly quantity: number;
  readonly metadata: Stripe.Metadata;
  readonly description: string | null;
}

/** Starts a subscription whose first period begins now and is paid at once. */
export function startSubscription(simulation: Simulation, wish: Wish): Stripe.Subscription {
  const { tables, clock, emit } = simulation;
  const built = buildSubscription(wish, clock.now());
  const invoice = issueInvoice(simulation, built, 'subscription_create');
  const subscription = { ...built, latest_invoice: invoice.id };
  tables.subscriptions.set(subscription.id, subscription);
  emit('customer.subscription.created', subscription);
  collectInvoice(simulation, invoice);
  return requireRow(tables.subscriptions, 'subscription', subscription.id);
}
