import type { Prisma, User } from '@inlet/db/client';
import { HttpError } from '@inlet/http/errors';
import { findBillingEmails } from '#access/owners.store.ts';
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
 * Ends an account's payments before the account is deleted: nobody may be charged for something they cannot use any
 * more. The customer is deleted with it. If Stripe does not respond, nothing is deleted. A second call continues where
 * the first one failed.
 */
export async function endBilling(deps: BillingDeps, { id }: Pick<User, 'id'>): Promise<void> {
  const { database, stripe, logger } = deps;
  try {
    const checkout = await findLivingCheckout(database.prisma, id);
    if (checkout) await settleCheckout(deps, checkout, { mayStayOpen: false });
    const user = await findUser(database.prisma, id);
    if (!user?.stripeCustomerId) return;
    for (const subscription of await readSubscriptions(stripe, user.stripeCustomerId)) {
      if (subscription.refund === 'due')
        await refundPayment(deps, subscription, await findBillingEmails(database.prisma, user));
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
 * Stripe keeps invoices as the law requires, and deletes the personal data. An account that still owes money must
 * remain known until it has paid, so that is left to the operator.
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

/** Frees an account's limited spots, in the transaction that removes them. */
export function freeSpots(tx: Prisma.TransactionClient, userId: string): Promise<void> {
  return releaseAll(tx, userId);
}
