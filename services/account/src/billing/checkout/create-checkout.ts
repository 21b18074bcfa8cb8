import type { CreateCheckout } from '@inlet/contracts/billing';
import type { User } from '@inlet/db/client';
import { HttpError } from '@inlet/http/errors';
import type { BillingDeps } from '#billing/billing-deps.ts';
import { findLivingCheckout } from '#billing/checkout/checkouts.store.ts';
import { claimCheckout, isCheckoutUsable } from '#billing/checkout/claim-checkout.ts';
import { expectSpot, findOffer, type Offer } from '#billing/checkout/find-offer.ts';
import { openSession } from '#billing/checkout/open-session.ts';
import { settleCheckout } from '#billing/checkout/settle-checkout.ts';
import { ensureCustomer } from '#billing/subscription/ensure-customer.ts';
import { hasLivingSubscription } from '#billing/subscription/read-subscriptions.ts';
import { alreadySubscribed, checkoutFailed, priceNotFound } from '#errors.ts';

/**
 * Gives somebody a way to the payment page. What must be counted is taken first, in one transaction: the spot and the
 * one checkout that an account may have. Then Stripe is asked, under the checkout's id as its idempotency key, so that
 * asking again after silence makes nothing twice.
 */
export async function createCheckout(deps: BillingDeps, user: User, request: CreateCheckout): Promise<string> {
  const offer = await findOffer(deps, user, request.priceId);
  if (offer.planKey !== request.planType) throw priceNotFound();
  if (user.subscriptionStatus === 'active') throw alreadySubscribed();
  await expectSpot(deps, offer, user.id);
  try {
    const customer = await ensureCustomer(deps, user);
    if (await hasLivingSubscription(deps.stripe, customer)) throw alreadySubscribed();
    // A page that was made for a customer who is gone cannot be paid.
    const isReplaced = user.stripeCustomerId !== null && user.stripeCustomerId !== customer;
    await settleEarlier(deps, user, { offer, isReplaced });
    const checkout = await claimCheckout(deps, user.id, offer, { isSubscribed: false });
    return checkout.url ?? (await openSession(deps, { checkout, customer, request }));
  } catch (err) {
    if (err instanceof HttpError) throw err;
    deps.logger.warn({ err }, 'stripe: checkout could not be opened');
    throw checkoutFailed();
  }
}

/** Ends the checkout that somebody has for another price, and lets Stripe say whether one for this price is still open. */
async function settleEarlier(
  deps: BillingDeps,
  user: User,
  { offer, isReplaced }: { readonly offer: Offer; readonly isReplaced: boolean },
): Promise<void> {
  const earlier = await findLivingCheckout(deps.database.prisma, user.id);
  if (!earlier) return;
  const mayStayOpen = isCheckoutUsable(earlier, offer) && !isReplaced;
  // Another request of the same person may be opening it just now; the key makes the two of them one.
  if (mayStayOpen && earlier.stripeSessionId === null) return;
  await settleCheckout(deps, earlier, { mayStayOpen });
}
