import type Stripe from 'stripe';
import * as z from 'zod';
import { type Endpoint, endpoint } from '#api/endpoint.ts';
import { pageParams, word } from '#api/params.ts';
import { listPage } from '#api/read-endpoints.ts';
import { subscriptionChange, updateSubscription } from '#api/update-subscription.ts';
import { endSubscription } from '#billing/change-subscription.ts';
import { requireCustomer, requireRecurringPrice, requireRow } from '#billing/require-row.ts';
import { startSubscription } from '#billing/start-subscription.ts';
import { cardDeclined, missing } from '#billing/stripe-failure.ts';

const creation = {
  customer: word,
  items: z.tuple([z.strictObject({ price: word })], 'exactly one item is simulated'),
};
const query = {
  ...pageParams,
  customer: word.optional(),
  status: z.enum(['active', 'past_due', 'canceled', 'all']).optional(),
};

export const subscriptionEndpoints: readonly Endpoint[] = [
  endpoint('post', '/v1/subscriptions', creation, ({ simulation, params }) => {
    const customer = requireCustomer(simulation, params.customer, 'customer').id;
    const price = requireRecurringPrice(simulation, params.items[0].price, 'items[0][price]');
    if (simulation.tables.cards.get(customer)?.declines) throw cardDeclined();
    return startSubscription(simulation, { customer, price, metadata: {} });
  }),

  endpoint('get', '/v1/subscriptions', query, ({ simulation, params }) => {
    const { customer, status } = params;
    if (customer !== undefined) requireCustomer(simulation, customer, 'customer');
    const all = [...simulation.tables.subscriptions.values()];
    const own = all.filter((subscription) => customer === undefined || subscription.customer === customer);
    return listPage(
      '/v1/subscriptions',
      own.filter((subscription) => isAsked(subscription, status)),
      params,
    );
  }),

  endpoint('get', '/v1/subscriptions/:id', {}, ({ simulation: { tables }, id }) =>
    requireRow(tables.subscriptions, 'subscription', id),
  ),

  endpoint('post', '/v1/subscriptions/:id', subscriptionChange, updateSubscription),

  endpoint('delete', '/v1/subscriptions/:id', {}, ({ simulation, id }) => {
    const { subscriptions } = simulation.tables;
    if (requireRow(subscriptions, 'subscription', id).status === 'canceled') throw missing('subscription', id);
    endSubscription(simulation, id, 'cancellation_requested');
    return requireRow(subscriptions, 'subscription', id);
  }),
];

/** Without a status, a list leaves out ended subscriptions. */
function isAsked({ status }: Stripe.Subscription, asked: string | undefined): boolean {
  if (asked === undefined) return status !== 'canceled';
  return asked === 'all' || asked === status;
}
