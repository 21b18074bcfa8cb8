import type Stripe from 'stripe';
import { changeSubscription } from '#billing/change-subscription.ts';
import { collectInvoice } from '#billing/collect-invoice.ts';
import { issueInvoice } from '#billing/issue-invoice.ts';
import { isSameInterval, planChange } from '#billing/plan-change.ts';
import { itemOf, type RecurringPrice } from '#billing/require-row.ts';
import type { Simulation } from '#simulation.ts';

/** Lets a subscription end with its paid period. */
export function cancelAtPeriodEnd(simulation: Simulation, subscription: Stripe.Subscription): void {
  if (subscription.cancel_at_period_end) return;
  changeSubscription(simulation, subscription.id, {
    cancel_at: itemOf(subscription).current_period_end,
    cancel_at_period_end: true,
    canceled_at: simulation.clock.now(),
    cancellation_details: { comment: null, feedback: null, feedback_option: null, reason: 'cancellation_requested' },
  });
}

/** Lets a subscription end at a moment, which is how Stripe's portal cancels in its flexible billing mode. */
export function cancelAtMoment(simulation: Simulation, subscription: Stripe.Subscription, at: number): void {
  changeSubscription(simulation, subscription.id, { cancel_at: at, canceled_at: simulation.clock.now() });
}

/** Reverts a cancellation that has not taken effect. */
export function resumeSubscription(simulation: Simulation, subscription: Stripe.Subscription): void {
  changeSubscription(simulation, subscription.id, {
    cancel_at: null,
    cancel_at_period_end: false,
    canceled_at: null,
    cancellation_details: { comment: null, feedback: null, feedback_option: null, reason: null },
  });
}

/** How a change of the price is billed; `none` gives nothing back. */
export interface Proration {
  readonly behavior: 'always_invoice' | 'none';
  readonly at?: number | undefined;
}

/**
 * Changes to another price. With prorations the difference for the rest of the period is billed at once. Without them a
 * price of the same interval counts from the next renewal, and another interval starts a new period.
 */
export function changePrice(
  simulation: Simulation,
  subscription: Stripe.Subscription,
  price: RecurringPrice,
  proration: Proration = { behavior: 'none' },
): void {
  const before = itemOf(subscription);
  if (before.price.id === price.id) return;
  const isProrated = proration.behavior === 'always_invoice';
  const { item, anchor, lines } = planChange(simulation, subscription, price, proration.at);
  const changed = { ...subscription, billing_cycle_anchor: anchor, items: { ...subscription.items, data: [item] } };
  // A new period, too, ends when it was to end.
  const end = subscription.cancel_at_period_end ? item.current_period_end : subscription.cancel_at;
  const moved = { billing_cycle_anchor: anchor, items: changed.items, cancel_at: end };
  if (!isProrated && isSameInterval(before.price, price)) {
    changeSubscription(simulation, subscription.id, moved);
    return;
  }
  const invoice = issueInvoice(simulation, changed, 'subscription_update', isProrated ? lines : undefined);
  changeSubscription(simulation, subscription.id, { ...moved, latest_invoice: invoice.id });
  collectInvoice(simulation, invoice);
}
