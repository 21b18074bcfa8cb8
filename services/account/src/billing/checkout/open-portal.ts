import type { CreatePortal } from '@inlet/contracts/billing';
import type { User } from '@inlet/db/client';
import type { BillingDeps } from '#billing/billing-deps.ts';
import { isMissingAtStripe } from '#billing/stripe-client.ts';
import { nothingToManage, portalFailed } from '#errors.ts';

/** The address of the Stripe page on which an account changes or cancels its subscription. */
export async function openPortal(
  { stripe, logger }: Pick<BillingDeps, 'stripe' | 'logger'>,
  { stripeCustomerId }: User,
  returnUrl: CreatePortal['returnUrl'],
): Promise<string> {
  if (stripeCustomerId === null) throw nothingToManage();
  try {
    const session = await stripe.billingPortal.sessions.create({ customer: stripeCustomerId, return_url: returnUrl });
    return session.url;
  } catch (err) {
    // The customer was deleted at Stripe, and everything to manage with it.
    if (isMissingAtStripe(err)) throw nothingToManage();
    logger.warn({ err }, 'stripe: billing portal could not be opened');
    throw portalFailed();
  }
}
