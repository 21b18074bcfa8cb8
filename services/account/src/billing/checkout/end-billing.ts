import type { Prisma, User } from '@inlet/db/client';
import { HttpError } from '@inlet/http/errors';
import type { BillingDeps } from '#billing/billing-deps.ts';
import { findLivingCheckout } from '#billing/checkout/checkouts.store.ts';
import { settleCheckout } from '#billing/checkout/settle-checkout.ts';
import { releaseAll } from '#billing/products/spots.store.ts';
import { isMissingAtStripe } from '#billing/stripe-client.ts';
import { isLiving, readSubscriptions } from '#billing/subscription/read-subscriptions.ts';
import { cancelSubscription, refundPayment } from '#billing/subscription/refund-payment.ts';
import { findUser } from '#billing/subscription/subscriptions.store.ts';
import { cancellationFailed } from '#errors.ts';

/**
 * Ends what an account pays for before the account goes: nobody may be charged for what they cannot reach any more. The
 * customer goes with it. Without Stripe's answer nothing is deleted. A second call continues where the first one
 * failed.
 */
export async function endBilling(deps: BillingDeps, { id }: Pick<User, 'id'>): Promise<void> {
  const { database, stripe, logger } = deps;
  try {
    const checkout = await findLivingCheckout(database.prisma, id);
    if (checkout) await settleCheckout(deps, checkout, { mayStayOpen: false });
    const user = await findUser(database.prisma, id);
    if (!user?.stripeCustomerId) return;
    for (const subscription of await readSubscriptions(stripe, user.stripeCustomerId)) {
      if (subscription.refund === 'due') await refundPayment(deps, subscription, user);
      else if (isLiving(subscription)) await cancelSubscription(stripe, subscription.id);
    }
    await forgetCustomer(deps, user.stripeCustomerId);
  } catch (err) {
    if (err instanceof HttpError) throw err;
    logger.warn({ err }, 'stripe: cancellation failed');
    throw cancellationFailed();
  }
}

/**
 * Stripe keeps invoices as the law asks, and forgets the person. An account that still owes money must stay known
 * until it has paid, so that is left to the operator.
 */
async function forgetCustomer({ stripe, logger }: Pick<BillingDeps, 'stripe' | 'logger'>, customer: string) {
  try {
    const owed = await stripe.invoices.list({ customer, status: 'open', limit: 1 });
    if (owed.data.length === 0) await stripe.customers.del(customer);
    else logger.warn({ customer }, 'stripe: customer kept because an invoice is open');
  } catch (error) {
    if (!isMissingAtStripe(error)) throw error;
  }
}

/** Frees what an account has of what is limited, in the transaction that takes it away. */
export function freeSpots(tx: Prisma.TransactionClient, userId: string): Promise<void> {
  return releaseAll(tx, userId);
}
