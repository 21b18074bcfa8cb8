import type { User } from '@inlet/contracts/sessions';

/** Whether the gate is open. The service checks it again; this only decides which screen is shown. */
export function hasActiveSubscription(user: User): boolean {
  return !user.needsSubscription || (user.subscriptionStatus === 'active' && user.stripeSubscriptionId !== null);
}
