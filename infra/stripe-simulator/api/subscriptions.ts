import type Stripe from 'stripe';
import * as z from 'zod';
import { type Endpoint, endpoint } from '#api/endpoint.ts';
import { isWithin, listPage } from '#api/list-page.ts';
import {
  flag,
  mergeMetadata,
  metadata,
  moments,
  pageParams,
  positiveNumber,
  text,
  wholeNumber,
  word,
} from '#api/params.ts';
import { updateSubscription } from '#api/update-subscription.ts';
import { endSubscription } from '#billing/end-subscription.ts';
import { itemOf, requireCustomer, requireRecurringPrice, requireRow } from '#billing/require-row.ts';
import { startSubscription } from '#billing/start-subscription.ts';
import { cardDeclined, missing } from '#billing/stripe-failure.ts';

const newItem = z.strictObject({ price: word, quantity: positiveNumber.default(1) });
const creation = {
  customer: word,
  items: z.array(newItem).length(1, 'exactly one item is simulated'),
  metadata: metadata.optional(),
  description: text.optional(),
};
const changedItem = z.strictObject({ id: word.optional(), price: word.optional() });
const change = {
  cancel_at: z.union([wholeNumber, z.literal('')]).optional(),
  cancel_at_period_end: flag.optional(),
  cancellation_details: z.unknown().optional(),
  description: text.optional(),
  items: z.array(changedItem).length(1, 'exactly one item is simulated').optional(),
  metadata: metadata.optional(),
  payment_behavior: text.optional(),
  proration_behavior: z.enum(['always_invoice', 'none']).optional(),
  proration_date: wholeNumber.optional(),
};
const cancellation = {
  cancellation_details: z.unknown().optional(),
  invoice_now: flag.optional(),
  prorate: flag.optional(),
};
const statuses = ['active', 'past_due', 'canceled', 'incomplete', 'incomplete_expired', 'trialing', 'unpaid', 'paused'];
const query = {
  ...pageParams,
  customer: word.optional(),
  price: word.optional(),
  status: z.enum([...statuses, 'all', 'ended']).optional(),
  created: moments.optional(),
};

export const subscriptionEndpoints: readonly Endpoint[] = [
  endpoint('post', '/v1/subscriptions', creation, ({ simulation, params }) => {
    const customer = requireCustomer(simulation, params.customer, 'customer').id;
    const { price: priceId = '', quantity = 1 } = params.items[0] ?? {};
    const price = requireRecurringPrice(simulation, priceId, 'items[0][price]');
    if (simulation.tables.cards.get(customer)?.declines) throw cardDeclined();
    const labels = { metadata: mergeMetadata({}, params.metadata), description: params.description ?? null };
    return startSubscription(simulation, { customer, price, quantity, ...labels });
  }),

  endpoint('get', '/v1/subscriptions', query, ({ simulation, params }) => {
    const { customer, price, status, created } = params;
    if (customer !== undefined) requireCustomer(simulation, customer, 'customer');
    const found = [...simulation.tables.subscriptions.values()].filter(
      (subscription) =>
        (customer === undefined || subscription.customer === customer) &&
        (price === undefined || itemOf(subscription).price.id === price) &&
        isAsked(subscription, status) &&
        isWithin(subscription.created, created),
    );
    return listPage('/v1/subscriptions', found, params);
  }),

  endpoint('get', '/v1/subscriptions/:id', {}, ({ simulation: { tables }, id }) =>
    requireRow(tables.subscriptions, 'subscription', id),
  ),

  endpoint('post', '/v1/subscriptions/:id', change, updateSubscription),

  endpoint('delete', '/v1/subscriptions/:id', cancellation, ({ simulation, id }) => {
    const { subscriptions } = simulation.tables;
    if (requireRow(subscriptions, 'subscription', id).status === 'canceled') throw missing('subscription', id);
    endSubscription(simulation, id, 'cancellation_requested');
    return requireRow(subscriptions, 'subscription', id);
  }),
];

/** Without a status, a list leaves out ended subscriptions. */
function isAsked({ status }: Stripe.Subscription, asked: string | undefined): boolean {
  if (asked === 'all') return true;
  if (asked === undefined) return status !== 'canceled';
  return status === (asked === 'ended' ? 'canceled' : asked);
}
