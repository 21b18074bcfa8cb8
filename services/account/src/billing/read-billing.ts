import type { BillingState } from '@inlet/contracts/billing';
import type { Person, Subscription, User } from '@inlet/db/client';
import { findPayable } from '#billing/checkout/checkouts.store.ts';
import { countKept } from '#billing/kept.store.ts';
import { paymentDueBy } from '#billing/subscription/grace.ts';
import { findSubscription, findUser } from '#billing/subscription/subscriptions.store.ts';
import { unauthorized } from '#errors.ts';
import type { Resources } from '#resources.ts';
import { wasToldToWait } from '#users/waitlist/was-told-to-wait.ts';

type ReadDeps = Pick<Resources, 'database' | 'plans'>;

/** The state of an account's subscription, for its owner. */
export async function readBilling({ database, plans }: ReadDeps, person: Person, user: User): Promise<BillingState> {
  const { id, plan, subscriptionStatus } = user;
  const isActive = !plans.areSold || subscriptionStatus === 'active';
  const [subscription, checkout, kept, isOnWaitlist] = await Promise.all([
    findSubscription(database.prisma, id),
    findPayable(database.prisma, id),
    isActive ? null : countKept(database.pool, id),
    !isActive && wasToldToWait(database.prisma, person),
  ]);
  return {
    plan: plans.nameOf(plan),
    subscriptionStatus: isActive ? 'active' : 'inactive',
    ...(subscription ? presentSubscription(subscription, isActive) : neverBought),
    kept: kept && { ...kept, submissionsPerMonth: plans.limitsOf(plan).submissionsPerMonth },
    openCheckout: checkout && { priceId: checkout.priceId, expiresAt: checkout.expiresAt.toISOString() },
    isOnWaitlist,
  };
}

type Presented = Pick<BillingState, 'priceId' | 'currentPeriodEnd' | 'cancelAtPeriodEnd' | 'paymentDueBy' | 'endedAt'>;

/** An account without any subscription. */
const neverBought: Presented = {
  priceId: null,
  currentPeriodEnd: null,
  cancelAtPeriodEnd: false,
  paymentDueBy: null,
  endedAt: null,
};

function presentSubscription(subscription: Subscription, isActive: boolean): Presented {
  return {
    priceId: isActive ? subscription.priceId : null,
    currentPeriodEnd: subscription.currentPeriodEnd?.toISOString() ?? null,
    cancelAtPeriodEnd: subscription.cancelAtPeriodEnd,
    paymentDueBy: paymentDueBy(subscription.pastDueSince)?.toISOString() ?? null,
    endedAt: isActive ? null : (subscription.endedAt?.toISOString() ?? null),
  };
}

/** The same after a change, which may have changed the account as well. */
export async function readBillingOf(deps: ReadDeps, person: Person, userId: string): Promise<BillingState> {
  const user = await findUser(deps.database.prisma, userId);
  if (!user) throw unauthorized();
  return readBilling(deps, person, user);
}
