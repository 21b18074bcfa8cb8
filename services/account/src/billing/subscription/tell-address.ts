import type { BillingDeps } from '#billing/billing-deps.ts';
import { isMissingAtStripe } from '#billing/stripe-client.ts';
import { findUser } from '#billing/subscription/subscriptions.store.ts';

/** Has Stripe write to an account's new address from now on. */
export async function tellAddress(
  { database, stripe }: Pick<BillingDeps, 'database' | 'stripe'>,
  userId: string,
): Promise<void> {
  // As it is now: of two changes at once, each tells the one that counts.
  const user = await findUser(database.prisma, userId);
  if (!user?.stripeCustomerId) return;
  try {
    await stripe.customers.update(user.stripeCustomerId, { email: user.email });
  } catch (error) {
    if (!isMissingAtStripe(error)) throw error;
  }
}
