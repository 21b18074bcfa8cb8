import type Stripe from 'stripe';
import type { Call } from '#api/endpoint.ts';
import { mergeMetadata } from '#api/params.ts';
import { changeSubscription } from '#billing/change-subscription.ts';
import { previewChange } from '#billing/preview-change.ts';
import { itemOf, type RecurringPrice, requireRecurringPrice, requireRow } from '#billing/require-row.ts';
import { cardDeclined, invalidRequest, missing } from '#billing/stripe-failure.ts';
import {
  cancelAtMoment,
  cancelAtPeriodEnd,
  changePrice,
  type Proration,
  resumeSubscription,
} from '#billing/update-subscription.ts';

interface Changes {
  readonly cancel_at?: number | '' | undefined;
  readonly cancel_at_period_end?: boolean | undefined;
  readonly description?: string | undefined;
  readonly items?: readonly { readonly id?: string | undefined; readonly price?: string | undefined }[] | undefined;
  readonly metadata?: Record<string, string> | undefined;
  readonly payment_behavior?: string | undefined;
  readonly proration_behavior?: Proration['behavior'] | undefined;
  readonly proration_date?: number | undefined;
}

/** Validates everything first: a refused call changes nothing. */
export function updateSubscription({ simulation, id, params }: Call<Changes>): Stripe.Subscription {
  const read = () => requireRow(simulation.tables.subscriptions, 'subscription', id);
  const before = read();
  const { cancel_at: cancelAt, cancel_at_period_end: endsWithPeriod, description, items, metadata } = params;
  const isEnding = endsWithPeriod !== undefined || cancelAt !== undefined;
  if (before.status === 'canceled' && (isEnding || items !== undefined)) {
    throw invalidRequest('A canceled subscription can only update its cancellation_details and metadata.');
  }
  if (endsWithPeriod !== undefined && cancelAt !== undefined) {
    throw invalidRequest('You may only specify one of these parameters: cancel_at, cancel_at_period_end.');
  }
  const price = judgeItem(simulation, before, items?.[0]);
  const proration = { behavior: params.proration_behavior ?? 'none', at: params.proration_date } as const;
  if (price && params.payment_behavior === 'error_if_incomplete') requireCard(simulation, before, price, proration);

  const labels = {
    ...(description !== undefined && { description: description || null }),
    ...(metadata && { metadata: mergeMetadata(before.metadata, metadata) }),
  };
  changeSubscription(simulation, id, labels);
  if (endsWithPeriod === true) cancelAtPeriodEnd(simulation, read());
  if (endsWithPeriod === false) resumeSubscription(simulation, read());
  if (typeof cancelAt === 'number') cancelAtMoment(simulation, read(), cancelAt);
  if (cancelAt === '') resumeSubscription(simulation, read());
  if (price) changePrice(simulation, read(), price, proration);
  return read();
}

/** Refuses a change that the card would not pay. */
function requireCard(
  simulation: Call<Changes>['simulation'],
  subscription: Stripe.Subscription,
  price: RecurringPrice,
  { behavior, at }: Proration,
): void {
  const customer = String(subscription.customer);
  if (behavior === 'none' || !simulation.tables.cards.get(customer)?.declines) return;
  if (previewChange(simulation, subscription, price, at).amount_due > 0) throw cardDeclined();
}

/** The price that an item changes to; null where the change names none. */
export function judgeItem(
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
