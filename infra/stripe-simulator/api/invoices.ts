import * as z from 'zod';
import type { Endpoint } from '#api/endpoint.ts';
import { moments, word } from '#api/params.ts';
import { readEndpoints } from '#api/read-endpoints.ts';
import { subscriptionOf } from '#billing/collect-invoice.ts';

const query = {
  customer: word.optional(),
  subscription: word.optional(),
  status: z.enum(['draft', 'open', 'paid', 'uncollectible', 'void']).optional(),
  created: moments.optional(),
};
const paymentQuery = {
  invoice: word.optional(),
  status: z.enum(['open', 'paid', 'canceled']).optional(),
};

export const invoiceEndpoints: readonly Endpoint[] = [
  ...readEndpoints('/v1/invoices', 'invoices', 'invoice', query, {
    subscription: (invoice, asked) => subscriptionOf(invoice) === asked,
  }),
  ...readEndpoints('/v1/invoice_payments', 'invoicePayments', 'invoice_payment', paymentQuery),
];
