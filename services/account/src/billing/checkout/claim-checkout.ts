import type { Checkout, Prisma } from '@inlet/db/client';
import { v7 as uuidv7 } from 'uuid';
import { lockAccount } from '#access/lock-account.ts';
import type { BillingDeps } from '#billing/billing-deps.ts';
import { findLivingCheckout, insertCheckout } from '#billing/checkout/checkouts.store.ts';
import type { Offer } from '#billing/checkout/find-offer.ts';
import { hasSpotElsewhere, holdSpot } from '#billing/products/spots.store.ts';
import { isActive } from '#billing/subscription/subscriptions.store.ts';
import { alreadySubscribed, checkoutFailed, oneSpotPerPerson, soldOut } from '#errors.ts';

/** Stripe's minimum is 30 minutes; one more minute allows for different clocks. */
const checkoutLifeMs = 31 * 60_000;

/**
 * Returns the account's only open checkout: the existing one if it is for the same price, or a new one. An account with
 * a subscription has one while its plan changes.
 */
export function claimCheckout(
  { database }: Pick<BillingDeps, 'database'>,
  userId: string,
  offer: Offer,
  { isSubscribed, personId }: { readonly isSubscribed: boolean; readonly personId: string },
): Promise<Checkout> {
  return database.prisma.$transaction(async (tx) => {
    await lockAccount(tx, userId);
    // An earlier checkout may have turned out to be paid.
    if (!isSubscribed && (await isActive(tx, userId))) throw alreadySubscribed();
    const living = await findLivingCheckout(tx, userId);
    if (living && isCheckoutUsable(living, offer)) return living;
    if (living) throw checkoutFailed();
    return insertNew(tx, { userId, personId }, offer);
  });
}

export function isCheckoutUsable({ priceId, expiresAt }: Checkout, offer: Offer): boolean {
  return priceId === offer.priceId && expiresAt.getTime() > Date.now();
}

async function insertNew(
  tx: Prisma.TransactionClient,
  { userId, personId }: { readonly userId: string; readonly personId: string },
  offer: Offer,
): Promise<Checkout> {
  if (offer.isLimited && (await hasSpotElsewhere(tx, offer.productId, { userId, personId }))) throw oneSpotPerPerson();
  const checkout = await insertCheckout(tx, {
    id: uuidv7(),
    userId,
    priceId: offer.priceId,
    state: 'opening',
    expiresAt: new Date(Date.now() + checkoutLifeMs),
  });
  if (offer.isLimited && !(await holdSpot(tx, offer.productId, userId, checkout.id))) throw soldOut();
  return checkout;
}
