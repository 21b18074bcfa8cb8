import type { User } from '@inlet/db/client';
import type Stripe from 'stripe';
import type { BillingDeps } from '#billing/billing-deps.ts';
import { idOf } from '#billing/stripe-client.ts';
import { isLiving } from '#billing/subscription/read-subscriptions.ts';
import { noSubscription } from '#errors.ts';

export interface OwnSubscription {
  readonly id: string;
  readonly customer: string;
  readonly status: Stripe.Subscription.Status;
  readonly item: Stripe.SubscriptionItem;
  /** Null for a subscription that renews. */
  readonly ending: 'with its period' | 'at a moment' | null;
}

/** The account's current subscription at Stripe. */
export async function requireSubscription(
  { stripe }: Pick<BillingDeps, 'stripe'>,
  { stripeSubscriptionId }: User,
): Promise<OwnSubscription> {
  if (stripeSubscriptionId === null) throw noSubscription();
  const subscription = await stripe.subscriptions.retrieve(stripeSubscriptionId);
  const [item] = subscription.items.data;
  const customer = idOf(subscription.customer);
  if (!isLiving(subscription) || !item || customer === null) throw noSubscription();
  return { id: subscription.id, customer, status: subscription.status, item, ending: endingOf(subscription) };
}

function endingOf(subscription: Stripe.Subscription): OwnSubscription['ending'] {
  if (subscription.cancel_at_period_end) return 'with its period';
  // This is how Stripe's portal cancels a subscription in flexible billing mode.
  return subscription.cancel_at === null ? null : 'at a moment';
}
