import type Stripe from 'stripe';
import * as z from 'zod';
import { type Endpoint, endpoint } from '#api/endpoint.ts';
import { isWithin, listPage } from '#api/list-page.ts';
import { mergeMetadata, metadata, moments, pageParams, positiveNumber, word } from '#api/params.ts';
import { refundCharge } from '#billing/refund-charge.ts';
import { requireRow } from '#billing/require-row.ts';
import { invalidRequest } from '#billing/stripe-failure.ts';
import type { Simulation } from '#simulation.ts';

const query = { ...pageParams, customer: word.optional(), created: moments.optional() };
const chargeQuery = { ...query, payment_intent: word.optional() };
const refundQuery = { ...pageParams, charge: word.optional(), payment_intent: word.optional() };
const refundCreation = {
  charge: word.optional(),
  payment_intent: word.optional(),
  amount: positiveNumber.optional(),
  reason: z.enum(['duplicate', 'fraudulent', 'requested_by_customer']).optional(),
  metadata: metadata.optional(),
};

export const paymentEndpoints: readonly Endpoint[] = [
  endpoint('get', '/v1/payment_intents', query, ({ simulation: { tables }, params }) => {
    const found = [...tables.paymentIntents.values()].filter((intent) => isAsked(intent, params));
    return listPage('/v1/payment_intents', found, params);
  }),

  endpoint('get', '/v1/payment_intents/:id', {}, ({ simulation: { tables }, id }) =>
    requireRow(tables.paymentIntents, 'payment_intent', id),
  ),

  endpoint('get', '/v1/charges', chargeQuery, ({ simulation: { tables }, params }) => {
    const { payment_intent: intent } = params;
    const found = [...tables.charges.values()].filter(
      (charge) => isAsked(charge, params) && (intent === undefined || charge.payment_intent === intent),
    );
    return listPage('/v1/charges', found, params);
  }),

  endpoint('get', '/v1/charges/:id', {}, ({ simulation: { tables }, id }) => requireRow(tables.charges, 'charge', id)),

  endpoint('post', '/v1/refunds', refundCreation, ({ simulation, params }) => {
    const { charge, payment_intent: intent, amount, reason = null, metadata: given } = params;
    const paid = chargeToRefund(simulation, charge, intent);
    return refundCharge(simulation, paid, { amount, reason, metadata: mergeMetadata({}, given) });
  }),

  endpoint('get', '/v1/refunds', refundQuery, ({ simulation: { tables }, params }) => {
    const { charge, payment_intent: intent } = params;
    const found = [...tables.refunds.values()].filter(
      (refund) =>
        (charge === undefined || refund.charge === charge) &&
        (intent === undefined || refund.payment_intent === intent),
    );
    return listPage('/v1/refunds', found, params);
  }),

  endpoint('get', '/v1/refunds/:id', {}, ({ simulation: { tables }, id }) => requireRow(tables.refunds, 'refund', id)),
];

type Asked = { readonly customer?: string | undefined; readonly created?: Parameters<typeof isWithin>[1] | undefined };

function isAsked(row: Stripe.Charge | Stripe.PaymentIntent, { customer, created }: Asked): boolean {
  return (customer === undefined || row.customer === customer) && isWithin(row.created, created);
}

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
