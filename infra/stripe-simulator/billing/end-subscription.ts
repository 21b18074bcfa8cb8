import type Stripe from 'stripe';
import type { Simulation } from '#simulation.ts';

type Reason = NonNullable<Stripe.Subscription.CancellationDetails['reason']>;

/** Ends a subscription now. Its open invoices are not collected any more. */
export function endSubscription({ tables, clock, emit }: Simulation, id: string, reason: Reason): void {
  const subscription = tables.subscriptions.get(id);
  if (!subscription || subscription.status === 'canceled') return;
  for (const invoice of tables.invoices.values()) {
    if (invoice.parent?.subscription_details?.subscription !== id || invoice.status !== 'open') continue;
    tables.invoices.set(invoice.id, { ...invoice, auto_advance: false, next_payment_attempt: null });
  }
  const ended: Stripe.Subscription = {
    ...subscription,
    canceled_at: subscription.canceled_at ?? clock.now(),
    cancellation_details: { comment: null, feedback: null, feedback_option: null, reason },
    ended_at: clock.now(),
    status: 'canceled',
  };
  tables.subscriptions.set(id, ended);
  emit('customer.subscription.deleted', ended);
}
