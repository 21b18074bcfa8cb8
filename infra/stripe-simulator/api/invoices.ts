import * as z from 'zod';
import { type Endpoint, endpoint } from '#api/endpoint.ts';
import { word } from '#api/params.ts';
import { planChangeParams, requireChange } from '#api/plan-change-params.ts';
import { readEndpoints } from '#api/read-endpoints.ts';
import { subscriptionOf } from '#billing/change-subscription.ts';
import { previewChange } from '#billing/plan-change.ts';
import { requireCustomer, requireRow } from '#billing/require-row.ts';
import { invalidRequest } from '#billing/stripe-failure.ts';

const preview = { customer: word, subscription: word, subscription_details: z.strictObject(planChangeParams) };
const query = { customer: word, subscription: word, status: z.enum(['open', 'paid']) };

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
];
