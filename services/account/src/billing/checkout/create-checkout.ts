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
 * Creates a payment page for a user. The spot and the account's only checkout are taken first, in one transaction. Then
 * Stripe is called with the checkout's id as the idempotency key, so that a retry after a timeout creates nothing
 * twice.
 */
export async function createCheckout(
  deps: BillingDeps,
  personId: string,
  user: User,
  request: CreateCheckout,
): Promise<string> {
  const offer = await findOffer(deps, user, request.priceId);
  if (offer.planKey !== request.planType) throw priceNotFound();
  if (user.subscriptionStatus === 'active') throw alreadySubscribed();
  await expectSpot(deps, offer, user.id);
  try {
    const customer = await ensureCustomer(deps, user);
    if (await hasLivingSubscription(deps.stripe, customer)) throw alreadySubscribed();
    // A page that was created for a deleted customer cannot be paid.
    const isReplaced = user.stripeCustomerId !== null && user.stripeCustomerId !== customer;
    await settleEarlier(deps, user, { offer, isReplaced });
    const checkout = await claimCheckout(deps, user.id, offer, { isSubscribed: false, personId });
    return checkout.url ?? (await openSession(deps, { checkout, customer, request }));
  } catch (err) {
    if (err instanceof HttpError) throw err;
    deps.logger.warn({ err }, 'stripe: checkout could not be opened');
    throw checkoutFailed();
  }
}

/** Ends the user's checkout for another price, and asks Stripe whether one for this price is still open. */
async function settleEarlier(
  deps: BillingDeps,
  user: User,
  { offer, isReplaced }: { readonly offer: Offer; readonly isReplaced: boolean },
): Promise<void> {
  const earlier = await findLivingCheckout(deps.database.prisma, user.id);
  if (!earlier) return;
  const mayStayOpen = isCheckoutUsable(earlier, offer) && !isReplaced;
  // A concurrent request of the same user may be opening it; the key makes both of them one.
  if (mayStayOpen && earlier.stripeSessionId === null) return;
  await settleCheckout(deps, earlier, { mayStayOpen });
}
