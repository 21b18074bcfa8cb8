import { type Endpoint, endpoint } from '#api/endpoint.ts';
import { word } from '#api/params.ts';
import { readEndpoints } from '#api/read-endpoints.ts';
import { refundCharge } from '#billing/refund-charge.ts';
import { missing } from '#billing/stripe-failure.ts';

export const paymentEndpoints: readonly Endpoint[] = [
  ...readEndpoints('/v1/invoice_payments', 'invoicePayments', 'invoice_payment', { invoice: word }),
  ...readEndpoints('/v1/charges', 'charges', 'charge', { customer: word }),
  ...readEndpoints('/v1/refunds', 'refunds', 'refund'),

  endpoint('post', '/v1/refunds', { payment_intent: word }, ({ simulation, params: { payment_intent: intent } }) => {
    const charges = [...simulation.tables.charges.values()];
    const paid = charges.find((charge) => charge.payment_intent === intent && charge.paid);
    if (!paid) throw missing('payment_intent', intent, 'payment_intent');
    return refundCharge(simulation, paid);
  }),
];
