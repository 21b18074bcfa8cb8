import type Stripe from 'stripe';
import * as z from 'zod';
import { type Call, type Endpoint, endpoint } from '#api/endpoint.ts';
import { flag, mergeMetadata, metadata, pageParams, wholeNumber, word } from '#api/params.ts';
import { planChangeParams, requireChange } from '#api/plan-change-params.ts';
import { listPage } from '#api/read-endpoints.ts';
import {
  cancelAtMoment,
  cancelAtPeriodEnd,
  changeSubscription,
  endSubscription,
  resumeSubscription,
} from '#billing/change-subscription.ts';
import { cardDeclines } from '#billing/collect-invoice.ts';
import { changePlan, previewChange } from '#billing/plan-change.ts';
import { requireCustomer, requirePrice, requireRow } from '#billing/require-row.ts';
import { cardDeclined, invalidRequest, missing } from '#billing/stripe-failure.ts';
import { startSubscription } from '#billing/subscription-period.ts';

const creation = {
  customer: word,
  items: z.tuple([z.strictObject({ price: word })], 'exactly one item is simulated'),
};
const query = {
  ...pageParams,
  customer: word.optional(),
  status: z.enum(['active', 'past_due', 'canceled', 'all']).optional(),
};
const change = z.strictObject({
  cancel_at: z.union([wholeNumber, z.literal('')]).optional(),
  cancel_at_period_end: flag.optional(),
  metadata: metadata.optional(),
  payment_behavior: z.literal('error_if_incomplete', 'only error_if_incomplete is simulated').optional(),
  ...z.object(planChangeParams).partial().shape,
});

export const subscriptionEndpoints: readonly Endpoint[] = [
  endpoint('post', '/v1/subscriptions', creation, ({ simulation, params }) => {
    const customer = requireCustomer(simulation, params.customer, 'customer').id;
    const price = requirePrice(simulation, params.items[0].price, 'items[0][price]');
    if (cardDeclines(simulation, customer)) throw cardDeclined();
    return startSubscription(simulation, { customer, price, metadata: {} });
  }),

  endpoint('get', '/v1/subscriptions', query, ({ simulation, params }) => {
    const { customer, status: asked } = params;
    if (customer !== undefined) requireCustomer(simulation, customer, 'customer');
    const all = [...simulation.tables.subscriptions.values()];
    const own = all.filter((subscription) => customer === undefined || subscription.customer === customer);
    // Without a status, a list omits ended subscriptions.
    const isAsked = ({ status }: Stripe.Subscription) =>
      asked === undefined ? status !== 'canceled' : asked === 'all' || asked === status;
    return listPage('/v1/subscriptions', own.filter(isAsked), params);
  }),

  endpoint('get', '/v1/subscriptions/:id', {}, ({ simulation: { tables }, id }) =>
    requireRow(tables.subscriptions, 'subscription', id),
  ),

  endpoint('post', '/v1/subscriptions/:id', change.shape, updateSubscription),

  endpoint('delete', '/v1/subscriptions/:id', {}, ({ simulation, id }) => {
    const { subscriptions } = simulation.tables;
    if (requireRow(subscriptions, 'subscription', id).status === 'canceled') throw missing('subscription', id);
    endSubscription(simulation, id, 'cancellation_requested');
    return requireRow(subscriptions, 'subscription', id);
  }),
];

/** Validates everything first: a refused call changes nothing. */
function updateSubscription({ simulation, id, params }: Call<z.output<typeof change>>): Stripe.Subscription {
  const before = requireRow(simulation.tables.subscriptions, 'subscription', id);
  const { cancel_at: cancelAt, cancel_at_period_end: endsWithPeriod, items, ...rest } = params;
  const isEnding = endsWithPeriod !== undefined || cancelAt !== undefined;
  if (before.status === 'canceled' && (isEnding || items !== undefined)) {
    throw invalidRequest('A canceled subscription can only update its cancellation_details and metadata.');
  }
  if (endsWithPeriod !== undefined && cancelAt !== undefined) {
    throw invalidRequest('You may only specify one of these parameters: cancel_at, cancel_at_period_end.');
  }
  const change = items && requireChange(simulation, before, { ...rest, items });
  if (change && rest.payment_behavior !== undefined && cardDeclines(simulation, before.customer)) {
    if (previewChange(simulation, change).amount_due > 0) throw cardDeclined();
  }

  changeSubscription(simulation, id, { metadata: mergeMetadata(before.metadata, rest.metadata) });
  if (endsWithPeriod === true) cancelAtPeriodEnd(simulation, id);
  if (endsWithPeriod === false || cancelAt === '') resumeSubscription(simulation, id);
  if (typeof cancelAt === 'number') cancelAtMoment(simulation, id, cancelAt);
  if (change) changePlan(simulation, change);
  return requireRow(simulation.tables.subscriptions, 'subscription', id);
}
