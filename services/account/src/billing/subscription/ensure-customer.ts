import { createHash } from 'node:crypto';
import type { User } from '@inlet/db/client';
import type { BillingDeps } from '#billing/billing-deps.ts';
import { isMissingAtStripe } from '#billing/stripe-client.ts';
import { saveCustomer } from '#billing/subscription/subscriptions.store.ts';
import { billingAddressRequired } from '#errors.ts';
import { addressOf } from '#users/profile/present-user.ts';

/**
 * Returns the account's Stripe customer, which is created on first use, and again if it was deleted at Stripe. The same
 * key always creates the same customer.
 */
export async function ensureCustomer(
  { database, stripe }: Pick<BillingDeps, 'database' | 'stripe'>,
  { id, stripeCustomerId, ...user }: User,
): Promise<string> {
  if (stripeCustomerId !== null && (await isThere(stripe, stripeCustomerId))) return stripeCustomerId;
  const email = addressOf(user);
  if (email === null) throw billingAddressRequired();
  // A key is good for one set of words and for one customer, and an address may change.
  const made = createHash('sha256')
    .update(JSON.stringify([email, stripeCustomerId]))
    .digest('base64url');
  const customer = await stripe.customers.create(
    { email, metadata: { user_id: id } },
    { idempotencyKey: `customer-${id}-${made}` },
  );
  return saveCustomer(database.prisma, { id, stripeCustomerId }, customer.id);
}

async function isThere(stripe: BillingDeps['stripe'], customer: string): Promise<boolean> {
  try {
    return !(await stripe.customers.retrieve(customer)).deleted;
  } catch (error) {
    if (isMissingAtStripe(error)) return false;
    throw error;
  }
}
