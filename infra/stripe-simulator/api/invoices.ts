import type Stripe from 'stripe';
import * as z from 'zod';
import { type Endpoint, endpoint } from '#api/endpoint.ts';
import { moments, wholeNumber, word } from '#api/params.ts';
import { readEndpoints } from '#api/read-endpoints.ts';
import { judgeItem } from '#api/update-subscription.ts';
import { subscriptionOf } from '#billing/collect-invoice.ts';
import { previewChange } from '#billing/preview-change.ts';
import { requireCustomer, requireRow } from '#billing/require-row.ts';
import { invalidRequest } from '#billing/stripe-failure.ts';

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
const previewed = z.strictObject({
  items: z.array(z.strictObject({ id: word, price: word })).length(1, 'exactly one item is simulated'),
  proration_behavior: z.literal('always_invoice', 'only always_invoice is simulated'),
  proration_date: wholeNumber.optional(),
});
const preview = { customer: word, subscription: word, subscription_details: previewed };

export const invoiceEndpoints: readonly Endpoint[] = [
  endpoint('post', '/v1/invoices/create_preview', preview, ({ simulation, params }) => {
    const { items, proration_date: at } = params.subscription_details;
    requireCustomer(simulation, params.customer, 'customer');
    const subscription = requireRow(simulation.tables.subscriptions, 'subscription', params.subscription);
    if (subscription.status === 'canceled') throw invalidRequest('No upcoming invoices for a canceled subscription.');
    const price = judgeItem(simulation, subscription, items[0]);
    if (!price) throw invalidRequest('Nothing to preview.');
    return previewChange(simulation, subscription, price, at);
  }),
  ...readEndpoints('/v1/invoices', 'invoices', 'invoice', query, {
    subscription: (invoice, asked) => subscriptionOf(invoice) === asked,
  }).map(withPages),
  ...readEndpoints('/v1/invoice_payments', 'invoicePayments', 'invoice_payment', paymentQuery),
];

/** An invoice that a renewal made knows no address; each answer gives it the one of its page. */
function withPages(read: Endpoint): Endpoint {
  return {
    ...read,
    answer: (call) => {
      const answer = read.answer(call) as Stripe.Invoice | Stripe.ApiList<Stripe.Invoice>;
      const withPage = (invoice: Stripe.Invoice) => ({
        ...invoice,
        hosted_invoice_url: `${call.origin}/i/${invoice.id}`,
      });
      return answer.object === 'list' ? { ...answer, data: answer.data.map(withPage) } : withPage(answer);
    },
  };
}
