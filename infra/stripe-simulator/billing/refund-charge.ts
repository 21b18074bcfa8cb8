import type Stripe from 'stripe';
import { invalidRequest } from '#billing/stripe-failure.ts';
import { buildRefund } from '#objects/build-refund.ts';
import type { Simulation } from '#simulation.ts';

interface Options {
  readonly amount: number | undefined;
  readonly reason: string | null;
  readonly metadata: Stripe.Metadata;
}

/** Refunds the rest of a charge, or a part of it. */
export function refundCharge(
  { tables, clock, emit }: Simulation,
  charge: Stripe.Charge,
  { amount: requested, ...options }: Options,
): Stripe.Refund {
  const rest = charge.amount_captured - charge.amount_refunded;
  if (rest === 0) {
    throw invalidRequest(`Charge ${charge.id} has already been refunded.`, { code: 'charge_already_refunded' });
  }
  const amount = requested ?? rest;
  if (amount > rest) {
    throw invalidRequest(`Refund amount (${amount}) is greater than unrefunded amount on charge (${rest})`, {
      param: 'amount',
    });
  }
  const refund = buildRefund({ charge, amount, ...options }, clock.now());
  const amountRefunded = charge.amount_refunded + amount;
  const refunded = { ...charge, amount_refunded: amountRefunded, refunded: amountRefunded === charge.amount_captured };
  tables.refunds.set(refund.id, refund);
  tables.charges.set(charge.id, refunded);
  emit('refund.created', refund);
  const before = { amount_refunded: charge.amount_refunded, refunded: charge.refunded };
  emit('charge.refunded', refunded, before);
  return refund;
}
