import type { BillingState } from '@inlet/contracts/billing';
import type { RequestHandler } from 'express';
import { currentUser } from '#access/caller.ts';
import { findPayable } from '#billing/checkout/checkouts.store.ts';
import { paymentDueBy } from '#billing/subscription/grace.ts';
import { findSubscription } from '#billing/subscription/subscriptions.store.ts';
import type { AccountDeps } from '#deps/account-deps.ts';

/** What an account's owner should know of what they pay. */
export function readBillingHandler({ database }: Pick<AccountDeps, 'database'>): RequestHandler {
  return async (_request, response) => {
    const { id, plan, subscriptionStatus } = currentUser(response);
    const [subscription, checkout] = await Promise.all([
      findSubscription(database.prisma, id),
      findPayable(database.prisma, id),
    ]);
    const state: BillingState = {
      plan,
      subscriptionStatus: subscriptionStatus === 'active' ? 'active' : 'inactive',
      currentPeriodEnd: subscription?.currentPeriodEnd?.toISOString() ?? null,
      cancelAtPeriodEnd: subscription?.cancelAtPeriodEnd ?? false,
      paymentDueBy: paymentDueBy(subscription?.pastDueSince)?.toISOString() ?? null,
      openCheckout: checkout && { priceId: checkout.priceId, expiresAt: checkout.expiresAt.toISOString() },
    };
    response.json(state);
  };
}
