import type Stripe from 'stripe';
import * as z from 'zod';
import { type Endpoint, endpoint } from '#api/endpoint.ts';
import { word } from '#api/params.ts';
import { planChangeParams, requireChange } from '#api/plan-change-params.ts';
import { readEndpoints } from '#api/read-endpoints.ts';
import { subscriptionOf } from '#billing/change-subscription.ts';
import { previewChange } from '#billing/plan-change.ts';
import { requireCustomer, requireRow } from '#billing/require-row.ts';
import { invalidRequest, missing } from '#billing/stripe-failure.ts';
import { all, newId } from '#objects/fields.ts';

const preview = { customer: word, subscription: word, subscription_details: z.strictObject(planChangeParams) };
const query = { customer: word, subscription: word, status: z.enum(['open', 'paid']) };

/** Invoices, their payments and refunds. */
export const invoiceEndpoints: readonly Endpoint[] = [
  endpoint('post', '/v1/invoices/create_preview', preview, ({ simulation, params }) => {
    requireCustomer(simulation, params.customer, 'customer');
    const subscription = requireRow(simulation.tables.subscriptions, 'subscription', params.subscription);
    if (subscription.status === 'canceled') throw invalidRequest('No upcoming invoices for a canceled subscription.');
    return previewChange(simulation, requireChange(simulation, subscription, params.subscription_details));
  }),

  ...readEndpoints('/v1/invoices', 'invoices', 'invoice', query, {
    subscription: (invoice, asked) => subscriptionOf(invoice) === asked,
  }),
  ...readEndpoints('/v1/invoice_payments', 'invoicePayments', 'invoice_payment', { invoice: word }),
  ...readEndpoints('/v1/charges', 'charges', 'charge', { customer: word }),
  ...readEndpoints('/v1/refunds', 'refunds', 'refund'),

  endpoint('post', '/v1/refunds', { payment_intent: word }, ({ simulation, params: { payment_intent: intent } }) => {
    const { tables, clock, emit } = simulation;
    const charge = [...tables.charges.values()].find((each) => each.payment_intent === intent && each.paid);
    if (!charge) throw missing('payment_intent', intent, 'payment_intent');
    if (charge.refunded) {
      throw invalidRequest(`Charge ${charge.id} has already been refunded.`, { code: 'charge_already_refunded' });
    }
    const refund: Stripe.Refund = {
      id: newId('re'),
      object: 'refund',
      ...all(
        null,
        'balance_transaction customer_account payment_method reason receipt_number source_transfer_reversal',
        'transfer_reversal',
      ),
      amount: charge.amount_captured,
      charge: charge.id,
      created: clock.now(),
      currency: charge.currency,
      customer: charge.customer,
      destination_details: { card: { reference_type: 'acquirer_reference_number', type: 'refund' }, type: 'card' },
      metadata: {},
      payment_intent: intent,
      status: 'succeeded',
    };
    const refunded = { ...charge, amount_refunded: charge.amount_captured, refunded: true };
    tables.refunds.set(refund.id, refund);
    tables.charges.set(charge.id, refunded);
    emit('refund.created', refund);
    emit('charge.refunded', refunded);
    return refund;
  }),
];
