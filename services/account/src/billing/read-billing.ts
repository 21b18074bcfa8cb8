import type { BillingState } from '@inlet/contracts/billing';
import type { User } from '@inlet/db/client';
import { findPayable } from '#billing/checkout/checkouts.store.ts';
import { paymentDueBy } from '#billing/subscription/grace.ts';
import { findSubscription } from '#billing/subscription/subscriptions.store.ts';
import type { Resources } from '#resources.ts';

/** The state of an account's subscription, for its owner. */
export async function readBilling(
  { database, plans }: Pick<Resources, 'database' | 'plans'>,
  { id, plan, subscriptionStatus }: User,
): Promise<BillingState> {
  const [subscription, checkout] = await Promise.all([
    findSubscription(database.prisma, id),
    findPayable(database.prisma, id),
  ]);
  return {
    plan: plans.nameOf(plan),
    subscriptionStatus: !plans.areSold || subscriptionStatus === 'active' ? 'active' : 'inactive',
    currentPeriodEnd: subscription?.currentPeriodEnd?.toISOString() ?? null,
    cancelAtPeriodEnd: subscription?.cancelAtPeriodEnd ?? false,
    paymentDueBy: paymentDueBy(subscription?.pastDueSince)?.toISOString() ?? null,
    openCheckout: checkout && { priceId: checkout.priceId, expiresAt: checkout.expiresAt.toISOString() },
  };
}
