import type { User as PublicUser } from '@inlet/contracts/sessions';
import type { User } from '@inlet/db/client';
import type { Plans } from '#plan/plans.ts';

export function presentUser(user: User, isInvited: boolean, plans: Plans): PublicUser {
  return {
    id: user.id,
    email: user.email,
    plan: plans.nameOf(user.plan),
    subscriptionStatus: !plans.areSold || user.subscriptionStatus === 'active' ? 'active' : 'inactive',
    stripeCustomerId: user.stripeCustomerId,
    stripeSubscriptionId: user.stripeSubscriptionId,
    needsSubscription: plans.areSold,
    isInvited,
    isVerified: user.emailVerifiedAt !== null,
    timeZone: user.timeZone,
    wantsUsageMails: user.wantsUsageMails,
    createdAt: user.createdAt.toISOString(),
  };
}
