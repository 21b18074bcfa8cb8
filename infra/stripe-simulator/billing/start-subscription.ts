import type Stripe from 'stripe';
import { collectInvoice } from '#billing/collect-invoice.ts';
import { issueInvoice } from '#billing/issue-invoice.ts';
import { requireRow } from '#billing/require-row.ts';
import { buildSubscription, type SubscriptionFields } from '#objects/build-subscription.ts';
import type { Simulation } from '#simulation.ts';

/** Starts a subscription whose first period begins now and is paid at once. */
export function startSubscription(simulation: Simulation, fields: SubscriptionFields): Stripe.Subscription {
  const { tables, clock, emit } = simulation;
  const built = buildSubscription(fields, clock.now());
  const invoice = issueInvoice(simulation, built, 'subscription_create');
  const subscription = { ...built, latest_invoice: invoice.id };
  tables.subscriptions.set(subscription.id, subscription);
  emit('customer.subscription.created', subscription);
  collectInvoice(simulation, invoice);
  return requireRow(tables.subscriptions, 'subscription', subscription.id);
}
