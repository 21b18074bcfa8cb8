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
  /** Null for one that renews. */
  readonly ending: 'with its period' | 'at a moment' | null;
}

/** The account's subscription as Stripe has it now. */
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
  // Stripe's portal cancels a subscription of the flexible billing mode in this way.
  return subscription.cancel_at === null ? null : 'at a moment';
}
