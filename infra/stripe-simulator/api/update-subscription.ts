import type Stripe from 'stripe';
import type { Call } from '#api/endpoint.ts';
import { mergeMetadata } from '#api/params.ts';
import { changeSubscription } from '#billing/change-subscription.ts';
import { itemOf, requireRecurringPrice, requireRow } from '#billing/require-row.ts';
import { invalidRequest, missing } from '#billing/stripe-failure.ts';
import { cancelAtPeriodEnd, changePrice, resumeSubscription } from '#billing/update-subscription.ts';

interface Changes {
  readonly cancel_at_period_end?: boolean | undefined;
  readonly description?: string | undefined;
  readonly items?: readonly { readonly id?: string | undefined; readonly price?: string | undefined }[] | undefined;
  readonly metadata?: Record<string, string> | undefined;
}

/** Validates everything first: a refused call changes nothing. */
export function updateSubscription({ simulation, id, params }: Call<Changes>): Stripe.Subscription {
  const read = () => requireRow(simulation.tables.subscriptions, 'subscription', id);
  const before = read();
  const { cancel_at_period_end: endsWithPeriod, description, items, metadata } = params;
  if (before.status === 'canceled' && (endsWithPeriod !== undefined || items !== undefined)) {
    throw invalidRequest('A canceled subscription can only update its cancellation_details and metadata.');
  }
  const price = judgeItem(simulation, before, items?.[0]);

  const labels = {
    ...(description !== undefined && { description: description || null }),
    ...(metadata && { metadata: mergeMetadata(before.metadata, metadata) }),
  };
  changeSubscription(simulation, id, labels);
  if (endsWithPeriod === true) cancelAtPeriodEnd(simulation, read());
  if (endsWithPeriod === false) resumeSubscription(simulation, read());
  if (price) changePrice(simulation, read(), price);
  return read();
}

function judgeItem(
  simulation: Call<Changes>['simulation'],
  subscription: Stripe.Subscription,
  change: NonNullable<Changes['items']>[number] | undefined,
) {
  if (!change) return null;
  if (change.id === undefined) {
    throw invalidRequest('A second item is not simulated: name the item that changes by its id.', {
      param: 'items[0][id]',
    });
  }
  if (change.id !== itemOf(subscription).id) throw missing('subscription item', change.id, 'items[0][id]');
  return change.price === undefined ? null : requireRecurringPrice(simulation, change.price, 'items[0][price]');
}
