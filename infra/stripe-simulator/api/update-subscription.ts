import type Stripe from 'stripe';
import * as z from 'zod';
import type { Call } from '#api/endpoint.ts';
import { flag, mergeMetadata, metadata, wholeNumber } from '#api/params.ts';
import { planChangeParams, requireChange } from '#api/plan-change-params.ts';
import {
  cancelAtMoment,
  cancelAtPeriodEnd,
  changeSubscription,
  resumeSubscription,
} from '#billing/change-subscription.ts';
import { changePlan, previewChange } from '#billing/plan-change.ts';
import { requireRow } from '#billing/require-row.ts';
import { cardDeclined, invalidRequest } from '#billing/stripe-failure.ts';

export const subscriptionChange = {
  cancel_at: z.union([wholeNumber, z.literal('')]).optional(),
  cancel_at_period_end: flag.optional(),
  metadata: metadata.optional(),
  payment_behavior: z.literal('error_if_incomplete', 'only error_if_incomplete is simulated').optional(),
  ...z.object(planChangeParams).partial().shape,
};
const schema = z.strictObject(subscriptionChange);

/** Validates everything first: a refused call changes nothing. */
export function updateSubscription({ simulation, id, params }: Call<z.output<typeof schema>>): Stripe.Subscription {
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
  const declines = simulation.tables.cards.get(String(before.customer))?.declines ?? false;
  if (change && declines && rest.payment_behavior !== undefined) {
    if (previewChange(simulation, change).amount_due > 0) throw cardDeclined();
  }

  changeSubscription(simulation, id, { metadata: mergeMetadata(before.metadata, rest.metadata) });
  if (endsWithPeriod === true) cancelAtPeriodEnd(simulation, id);
  if (endsWithPeriod === false || cancelAt === '') resumeSubscription(simulation, id);
  if (typeof cancelAt === 'number') cancelAtMoment(simulation, id, cancelAt);
  if (change) changePlan(simulation, change);
  return requireRow(simulation.tables.subscriptions, 'subscription', id);
}
