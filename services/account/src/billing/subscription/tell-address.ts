import type { BillingDeps } from '#billing/billing-deps.ts';
import { isMissingAtStripe } from '#billing/stripe-client.ts';
import { findUser } from '#billing/subscription/subscriptions.store.ts';
import { addressOf } from '#users/profile/present-user.ts';

/** Updates the customer's address at Stripe. */
export async function tellAddress(
  { database, stripe }: Pick<BillingDeps, 'database' | 'stripe'>,
  userId: string,
): Promise<void> {
  // The current state: after two concurrent changes, both send the address that counts.
  const user = await findUser(database.prisma, userId);
  const email = user && addressOf(user);
  if (!user?.stripeCustomerId || !email) return;
  try {
    await stripe.customers.update(user.stripeCustomerId, { email });
  } catch (error) {
    if (!isMissingAtStripe(error)) throw error;
  }
}
