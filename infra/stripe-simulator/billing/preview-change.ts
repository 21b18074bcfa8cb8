import type Stripe from 'stripe';
import { planChange } from '#billing/plan-change.ts';
import { type RecurringPrice, requireCustomer } from '#billing/require-row.ts';
import { buildInvoice } from '#objects/build-invoice.ts';
import type { Simulation } from '#simulation.ts';

/** The invoice that a change to another price would make at once. Nothing is stored. */
export function previewChange(
  simulation: Simulation,
  subscription: Stripe.Subscription,
  price: RecurringPrice,
  at?: number,
): Stripe.Invoice {
  const { item, lines } = planChange(simulation, subscription, price, at);
  const customer = requireCustomer(simulation, String(subscription.customer));
  const fields = { subscription, customer, item, reason: 'subscription_update', number: null, lines } as const;
  return { ...buildInvoice(fields, simulation.clock.now()), status: 'draft' };
}
