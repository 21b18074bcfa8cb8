import { createHash } from 'node:crypto';
import type { User } from '@inlet/db/client';
import { saveCustomer } from '#billing/subscriptions.store.ts';
import type { AccountDeps } from '#deps.ts';

/** The account's customer at Stripe, made at the first need. The same key makes the same customer, however often. */
export async function ensureCustomer(
  { database, stripe }: Pick<AccountDeps, 'database' | 'stripe'>,
  { id, email, stripeCustomerId }: User,
): Promise<string> {
  if (stripeCustomerId !== null) return stripeCustomerId;
  // A key is good for one set of words, and an address may change.
  const address = createHash('sha256').update(email).digest('base64url');
  const customer = await stripe.customers.create(
    { email, metadata: { user_id: id } },
    { idempotencyKey: `customer-${id}-${address}` },
  );
  return saveCustomer(database.prisma, id, customer.id);
}
