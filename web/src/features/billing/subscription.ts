import type { User } from '@inlet/contracts/sessions';

/** What opens the gate. The service checks the same on its own; this only decides what is shown. */
export function hasActiveSubscription(user: User): boolean {
  return user.subscriptionStatus === 'active' && user.stripeSubscriptionId !== null;
}
