import type Stripe from 'stripe';
import { changeSubscription, endSubscription } from '#billing/change-subscription.ts';
import { collectInvoice } from '#billing/collect-invoice.ts';
import { issueInvoice } from '#billing/issue-invoice.ts';
import { itemOf } from '#billing/require-row.ts';
import { endOfPeriod } from '#clock/end-of-period.ts';
import type { Simulation } from '#simulation.ts';

/** At the end of a period: starts and bills the next one, or ends the subscription if it was cancelled. */
export function renewSubscription(simulation: Simulation, subscription: Stripe.Subscription): void {
  beginPeriod(simulation, subscription, itemOf(subscription).current_period_end, subscription.billing_cycle_anchor);
}

/** Renews a subscription now, for the portal's button. */
export function renewNow(simulation: Simulation, subscription: Stripe.Subscription): void {
  const now = simulation.clock.now();
  beginPeriod(simulation, subscription, now, now);
}

/** Moves the subscription to a new period, bills it and tries to be paid. */
function beginPeriod(simulation: Simulation, subscription: Stripe.Subscription, start: number, anchor: number): void {
  const { id, cancel_at_period_end: isEnding } = subscription;
  if (isEnding) {
    endSubscription(simulation, id, 'cancellation_requested');
    return;
  }
  const before = itemOf(subscription);
  const { recurring } = before.price;
  if (!recurring) throw new Error(`The price ${before.price.id} does not recur`);
  const item: Stripe.SubscriptionItem = {
    ...before,
    current_period_start: start,
    current_period_end: endOfPeriod(anchor, start, recurring),
  };
  const items = { ...subscription.items, data: [item] };
  const invoice = issueInvoice(simulation, { ...subscription, items }, 'subscription_cycle');
  changeSubscription(simulation, id, { billing_cycle_anchor: anchor, items, latest_invoice: invoice.id });
  collectInvoice(simulation, invoice);
}
