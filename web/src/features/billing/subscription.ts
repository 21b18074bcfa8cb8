import type { User } from '@inlet/contracts/sessions';

/** True if the gate is open. The service checks this again; here it only decides which screen is shown. */
export function hasActiveSubscription(user: User): boolean {
  return !user.needsSubscription || (user.subscriptionStatus === 'active' && user.stripeSubscriptionId !== null);
}
