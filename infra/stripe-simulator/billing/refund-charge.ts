import type Stripe from 'stripe';
import { invalidRequest } from '#billing/stripe-failure.ts';
import { buildRefund } from '#objects/build-refund.ts';
import type { Simulation } from '#simulation.ts';

/** Refunds a whole charge. */
export function refundCharge({ tables, clock, emit }: Simulation, charge: Stripe.Charge): Stripe.Refund {
  if (charge.refunded) {
    throw invalidRequest(`Charge ${charge.id} has already been refunded.`, { code: 'charge_already_refunded' });
  }
  const refund = buildRefund(charge, clock.now());
  const refunded = { ...charge, amount_refunded: charge.amount_captured, refunded: true };
  tables.refunds.set(refund.id, refund);
  tables.charges.set(charge.id, refunded);
  emit('refund.created', refund);
  emit('charge.refunded', refunded);
  return refund;
}
