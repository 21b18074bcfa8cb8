import type { User as PublicUser } from '@inlet/contracts/sessions';
import type { User } from '@inlet/db/client';

export function presentUser(user: User, isInvited: boolean): PublicUser {
  return {
    id: user.id,
    email: user.email,
    plan: user.plan,
    subscriptionStatus: user.subscriptionStatus === 'active' ? 'active' : 'inactive',
    stripeCustomerId: user.stripeCustomerId,
    stripeSubscriptionId: user.stripeSubscriptionId,
    isInvited,
    isVerified: user.emailVerifiedAt !== null,
    timeZone: user.timeZone,
    wantsUsageMails: user.wantsUsageMails,
    createdAt: user.createdAt.toISOString(),
  };
}
