import type Stripe from 'stripe';
import { changeSubscription } from '#billing/change-subscription.ts';
import { collectInvoice } from '#billing/collect-invoice.ts';
import { endSubscription } from '#billing/end-subscription.ts';
import { issueInvoice } from '#billing/issue-invoice.ts';
import { itemOf, requireRow } from '#billing/require-row.ts';
import { endOfPeriod } from '#clock/add-interval.ts';
import { buildPlan } from '#objects/build-subscription.ts';
import type { Simulation } from '#simulation.ts';

/** At the end of a period: starts and bills the next one, or ends the subscription if it was cancelled. */
export function renewSubscription(simulation: Simulation, id: string): void {
  const subscription = requireRow(simulation.tables.subscriptions, 'subscription', id);
  const { current_period_end: start } = itemOf(subscription);
  renew(simulation, subscription, { start, anchor: subscription.billing_cycle_anchor });
}

/** Renews a subscription now, for the portal's button. */
export function renewNow(simulation: Simulation, id: string): void {
  const subscription = requireRow(simulation.tables.subscriptions, 'subscription', id);
  const now = simulation.clock.now();
  renew(simulation, subscription, { start: now, anchor: now });
}

function renew(simulation: Simulation, subscription: Stripe.Subscription, period: Omit<Period, 'price'>): void {
  if (subscription.cancel_at_period_end) endSubscription(simulation, subscription.id, 'cancellation_requested');
  else beginPeriod(simulation, subscription, { ...period, price: itemOf(subscription).price });
}

interface Period {
  readonly start: number;
  readonly anchor: number;
  readonly price: Stripe.Price;
}

/** Moves the subscription to a new period at a price, bills it and tries to be paid. */
function beginPeriod(simulation: Simulation, subscription: Stripe.Subscription, period: Period): void {
  const { start, anchor, price } = period;
  const { recurring } = price;
  if (!recurring) throw new Error(`The price ${price.id} does not recur`);
  const item: Stripe.SubscriptionItem = {
    ...itemOf(subscription),
    current_period_start: start,
    current_period_end: endOfPeriod(anchor, start, recurring),
    plan: buildPlan({ ...price, recurring }),
    price,
  };
  const moved = { ...subscription, items: { ...subscription.items, data: [item] } };
  const invoice = issueInvoice(simulation, moved, 'subscription_cycle');
  const changes = { billing_cycle_anchor: anchor, items: moved.items, latest_invoice: invoice.id };
  changeSubscription(simulation, subscription.id, changes);
  collectInvoice(simulation, invoice);
}
