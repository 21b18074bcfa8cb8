import type Stripe from 'stripe';
import { itemOf, requireRow } from '#billing/require-row.ts';
import type { Simulation } from '#simulation.ts';

/** Changes a subscription, unless the changes are empty. */
export function changeSubscription(
  { tables, emit }: Simulation,
  id: string,
  changes: Partial<Stripe.Subscription>,
): void {
  const before = requireRow(tables.subscriptions, 'subscription', id);
  const after = { ...before, ...changes };
  if (JSON.stringify(before) === JSON.stringify(after)) return;
  tables.subscriptions.set(id, after);
  emit('customer.subscription.updated', after);
}

/** Ends a subscription with its paid period. */
export function cancelAtPeriodEnd(simulation: Simulation, id: string): void {
  const subscription = requireRow(simulation.tables.subscriptions, 'subscription', id);
  if (subscription.cancel_at_period_end) return;
  changeSubscription(simulation, id, {
    cancel_at: itemOf(subscription).current_period_end,
    cancel_at_period_end: true,
    canceled_at: simulation.clock.now(),
    cancellation_details: detailsOf('cancellation_requested'),
  });
}

/** Ends a subscription at a given moment, which is how Stripe's portal cancels in its flexible billing mode. */
export function cancelAtMoment(simulation: Simulation, id: string, at: number): void {
  changeSubscription(simulation, id, { cancel_at: at, canceled_at: simulation.clock.now() });
}

/** Reverts a cancellation that has not taken effect. */
export function resumeSubscription(simulation: Simulation, id: string): void {
  const cancellation = { cancel_at: null, cancel_at_period_end: false, canceled_at: null };
  changeSubscription(simulation, id, { ...cancellation, cancellation_details: detailsOf(null) });
}

/** Ends a subscription now. Its open invoices are not collected any more. */
export function endSubscription({ tables, clock, emit }: Simulation, id: string, reason: Reason): void {
  const subscription = requireRow(tables.subscriptions, 'subscription', id);
  if (subscription.status === 'canceled') return;
  for (const invoice of tables.invoices.values()) {
    if (subscriptionOf(invoice) !== id || invoice.status !== 'open') continue;
    tables.invoices.set(invoice.id, { ...invoice, auto_advance: false, next_payment_attempt: null });
  }
  const ended: Stripe.Subscription = {
    ...subscription,
    canceled_at: subscription.canceled_at ?? clock.now(),
    cancellation_details: detailsOf(reason),
    ended_at: clock.now(),
    status: 'canceled',
  };
  tables.subscriptions.set(id, ended);
  emit('customer.subscription.deleted', ended);
}

/** The id of the subscription that an invoice bills; in the simulated API version it is below `parent`. */
export function subscriptionOf({ parent }: Stripe.Invoice): string {
  return String(parent?.subscription_details?.subscription);
}

type Reason = NonNullable<Stripe.Subscription.CancellationDetails['reason']>;

function detailsOf(reason: Reason | null): Stripe.Subscription.CancellationDetails {
  return { comment: null, feedback: null, feedback_option: null, reason };
}
