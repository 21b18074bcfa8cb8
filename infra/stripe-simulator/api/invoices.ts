import * as z from 'zod';
import { type Endpoint, endpoint } from '#api/endpoint.ts';
import { isWithin, listPage } from '#api/list-page.ts';
import { moments, pageParams, word } from '#api/params.ts';
import { subscriptionOf } from '#billing/collect-invoice.ts';
import { requireRow } from '#billing/require-row.ts';

const query = {
  ...pageParams,
  customer: word.optional(),
  subscription: word.optional(),
  status: z.enum(['draft', 'open', 'paid', 'uncollectible', 'void']).optional(),
  created: moments.optional(),
};
const paymentQuery = {
  ...pageParams,
  invoice: word.optional(),
  status: z.enum(['open', 'paid', 'canceled']).optional(),
};

export const invoiceEndpoints: readonly Endpoint[] = [
  endpoint('get', '/v1/invoices', query, ({ simulation: { tables }, params }) => {
    const { customer, subscription, status, created } = params;
    const found = [...tables.invoices.values()].filter(
      (invoice) =>
        (customer === undefined || invoice.customer === customer) &&
        (subscription === undefined || subscriptionOf(invoice) === subscription) &&
        (status === undefined || invoice.status === status) &&
        isWithin(invoice.created, created),
    );
    return listPage('/v1/invoices', found, params);
  }),

  endpoint('get', '/v1/invoices/:id', {}, ({ simulation: { tables }, id }) =>
    requireRow(tables.invoices, 'invoice', id),
  ),

  endpoint('get', '/v1/invoice_payments', paymentQuery, ({ simulation: { tables }, params }) => {
    const { invoice, status } = params;
    const found = [...tables.invoicePayments.values()].filter(
      (payment) =>
        (invoice === undefined || payment.invoice === invoice) && (status === undefined || payment.status === status),
    );
    return listPage('/v1/invoice_payments', found, params);
  }),

  endpoint('get', '/v1/invoice_payments/:id', {}, ({ simulation: { tables }, id }) =>
    requireRow(tables.invoicePayments, 'invoice_payment', id),
  ),
];
