import type Stripe from 'stripe';
import { invalidRequest } from '#billing/stripe-failure.ts';
import type { Simulation } from '#simulation.ts';

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
