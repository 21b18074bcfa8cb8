import type Stripe from 'stripe';
import { changeSubscription } from '#billing/change-subscription.ts';
import { beginPeriod } from '#billing/renew-subscription.ts';
import { itemOf, type RecurringPrice, requireRow } from '#billing/require-row.ts';
import { buildPlan } from '#objects/build-subscription.ts';
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

/** Reverts a cancellation that has not taken effect. */
export function resumeSubscription(simulation: Simulation, subscription: Stripe.Subscription): void {
  changeSubscription(simulation, subscription.id, {
    cancel_at: null,
    cancel_at_period_end: false,
    canceled_at: null,
    cancellation_details: { comment: null, feedback: null, feedback_option: null, reason: null },
  });
}

/**
 * Changes to another price. A price with the same interval counts from the next renewal; another interval starts a new
 * period, which is paid at once. What was paid for the rest of the old period is not given back: prorations are the
 * one part of Stripe's plan changes that is not simulated.
 */
export function changePrice(simulation: Simulation, subscription: Stripe.Subscription, price: RecurringPrice): void {
  const item = itemOf(subscription);
  if (item.price.id === price.id) return;
  if (intervalOf(item.price) !== intervalOf(price)) {
    const now = simulation.clock.now();
    // A new period, too, ends when it was to end.
    beginPeriod(simulation, subscription, { start: now, anchor: now, price, reason: 'subscription_update' });
    const changed = requireRow(simulation.tables.subscriptions, 'subscription', subscription.id);
    if (changed.cancel_at === null) return;
    changeSubscription(simulation, subscription.id, { cancel_at: itemOf(changed).current_period_end });
    return;
  }
  const changed = { ...item, plan: buildPlan(price), price };
  changeSubscription(simulation, subscription.id, { items: { ...subscription.items, data: [changed] } });
}

function intervalOf({ recurring }: Stripe.Price): string {
  return `${recurring?.interval_count} ${recurring?.interval}`;
}
