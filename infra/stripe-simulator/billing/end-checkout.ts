import type Stripe from 'stripe';
import { requireCustomer, requirePrice, requireRow } from '#billing/require-row.ts';
import { invalidRequest } from '#billing/stripe-failure.ts';
import { startSubscription } from '#billing/subscription-period.ts';
import { all } from '#objects/fields.ts';
import type { Simulation } from '#simulation.ts';

/** Completes a paid checkout: the customer gets the subscription. A second call changes nothing. */
export function completeCheckout(simulation: Simulation, session: Stripe.Checkout.Session): Stripe.Checkout.Session {
  if (session.status === 'complete') return session;
  if (session.status !== 'open') throw invalidRequest('This Checkout Session has expired.');
  const { tables, emit } = simulation;
  const terms = requireRow(tables.checkoutTerms, 'checkout.session', session.id);
  const price = requirePrice(simulation, terms.price, 'line_items[0][price]');
  const { id: customer, email } = requireCustomer(simulation, String(session.customer), 'customer');
  tables.cards.set(customer, { id: customer, declines: false });
  const subscription = startSubscription(simulation, { customer, price, metadata: terms.subscriptionMetadata });
  const complete: Stripe.Checkout.Session = {
    ...session,
    customer_details: {
      ...all(null, 'address business_name individual_name name phone'),
      email,
      tax_exempt: 'none',
      tax_ids: [],
    },
    invoice: subscription.latest_invoice,
    payment_status: 'paid',
    status: 'complete',
    subscription: subscription.id,
    url: null,
  };
  tables.checkoutSessions.set(session.id, complete);
  emit('checkout.session.completed', complete);
  return complete;
}

/** Closes a checkout that was not paid. */
export function expireCheckout(
  { tables, emit }: Simulation,
  session: Stripe.Checkout.Session,
): Stripe.Checkout.Session {
  if (session.status !== 'open') {
    const rule = 'Only Checkout Sessions with a status in ["open"] can be expired.';
    throw invalidRequest(`${rule} This Checkout Session has a status of \`${session.status}\`.`);
  }
  const expired: Stripe.Checkout.Session = { ...session, status: 'expired', url: null };
  tables.checkoutSessions.set(session.id, expired);
  emit('checkout.session.expired', expired);
  return expired;
}
