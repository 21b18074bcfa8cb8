import type Stripe from 'stripe';
import * as z from 'zod';
import { type Endpoint, endpoint } from '#api/endpoint.ts';
import { mergeMetadata, metadata, moments, positiveNumber, word } from '#api/params.ts';
import { readEndpoints } from '#api/read-endpoints.ts';
import { refundCharge } from '#billing/refund-charge.ts';
import { requireRow } from '#billing/require-row.ts';
import { invalidRequest } from '#billing/stripe-failure.ts';
import type { Simulation } from '#simulation.ts';

const query = { customer: word.optional(), created: moments.optional() };
const chargeQuery = { ...query, payment_intent: word.optional() };
const refundQuery = { charge: word.optional(), payment_intent: word.optional() };
const refundCreation = {
  charge: word.optional(),
  payment_intent: word.optional(),
  amount: positiveNumber.optional(),
  reason: z.enum(['duplicate', 'fraudulent', 'requested_by_customer']).optional(),
  metadata: metadata.optional(),
};

export const paymentEndpoints: readonly Endpoint[] = [
  ...readEndpoints('/v1/payment_intents', 'paymentIntents', 'payment_intent', query),
  ...readEndpoints('/v1/charges', 'charges', 'charge', chargeQuery),
  ...readEndpoints('/v1/refunds', 'refunds', 'refund', refundQuery),

  endpoint('post', '/v1/refunds', refundCreation, ({ simulation, params }) => {
    const { charge, payment_intent: intent, amount, reason = null, metadata: given } = params;
    const paid = chargeToRefund(simulation, charge, intent);
    return refundCharge(simulation, paid, { amount, reason, metadata: mergeMetadata({}, given) });
  }),
];

function chargeToRefund({ tables }: Simulation, charge?: string, intent?: string): Stripe.Charge {
  if (charge !== undefined) return requireRow(tables.charges, 'charge', charge, 'charge');
  if (intent === undefined) {
    throw invalidRequest('One of the following params should be provided for this request: payment_intent or charge.');
  }
  const { latest_charge: latest } = requireRow(tables.paymentIntents, 'payment_intent', intent, 'payment_intent');
  if (latest === null) {
    throw invalidRequest(`This PaymentIntent (${intent}) does not have a successful charge to refund.`, {
      param: 'payment_intent',
    });
  }
  return requireRow(tables.charges, 'charge', String(latest), 'payment_intent');
}
