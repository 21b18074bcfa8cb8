import type Stripe from 'stripe';
import { changeSubscription, endSubscription } from '#billing/change-subscription.ts';
import { collectInvoice } from '#billing/collect-invoice.ts';
import { issueInvoice } from '#billing/issue-invoice.ts';
import { itemOf, requireRow } from '#billing/require-row.ts';
import { endOfPeriod } from '#clock/end-of-period.ts';
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

/**
 * Starts and bills the next period, or ends the subscription if that was requested. Periods are counted from the
 * anchor.
 */
export function renewSubscription(
  simulation: Simulation,
  subscription: Stripe.Subscription,
  start: number,
  anchor: number,
): void {
  const { id, cancel_at_period_end: isEnding } = subscription;
  if (isEnding) {
    endSubscription(simulation, id, 'cancellation_requested');
    return;
  }
  const before = itemOf(subscription);
  const item = {
    ...before,
    current_period_start: start,
    current_period_end: endOfPeriod(anchor, start, before.price.recurring?.interval),
  };
  const items = { ...subscription.items, data: [item] };
  const invoice = issueInvoice(simulation, { ...subscription, items }, 'subscription_cycle');
  changeSubscription(simulation, id, { billing_cycle_anchor: anchor, items, latest_invoice: invoice.id });
  collectInvoice(simulation, invoice);
}
