import type { CreateCheckout } from '@inlet/contracts/billing';
import type { Checkout, Prisma, User } from '@inlet/db/client';
import { HttpError } from '@inlet/service/http-error';
import { v7 as uuidv7 } from 'uuid';
import { lockAccount } from '#access/lock-account.ts';
import type { BillingDeps } from '#billing/billing-deps.ts';
import { findLivingCheckout, insertCheckout } from '#billing/checkout/checkouts.store.ts';
import { openSession } from '#billing/checkout/open-session.ts';
import { settleCheckout } from '#billing/checkout/settle-checkout.ts';
import { readProductMetadata } from '#billing/products/product-metadata.ts';
import { findPrice } from '#billing/products/products.store.ts';
import { holdSpot, mayHaveSpot } from '#billing/products/spots.store.ts';
import { ensureCustomer } from '#billing/subscription/ensure-customer.ts';
import { hasLivingSubscription } from '#billing/subscription/read-subscriptions.ts';
import { isActive } from '#billing/subscription/subscriptions.store.ts';
import { alreadySubscribed, checkoutFailed, notForSale, priceNotFound, soldOut } from '#errors.ts';
import { wasInvited } from '#identity/invitations/was-invited.ts';

/** Stripe's least is 30 minutes; a minute more, because its clock and ours differ. */
const checkoutLifeMs = 31 * 60_000;

interface Offer {
  readonly priceId: string;
  readonly productId: string;
  readonly isLimited: boolean;
}

/**
 * Gives somebody a way to the payment page. What must be counted is taken first, in one transaction: the spot and the
 * one checkout that an account may have. Then Stripe is asked, under the checkout's id as its idempotency key, so that
 * asking again after silence makes nothing twice.
 */
export async function createCheckout(deps: BillingDeps, user: User, request: CreateCheckout): Promise<string> {
  const offer = await findOffer(deps, user, request);
  try {
    const customer = await ensureCustomer(deps, user);
    if (await hasLivingSubscription(deps.stripe, customer)) throw alreadySubscribed();
    // A page that was made for a customer who is gone cannot be paid.
    const isReplaced = user.stripeCustomerId !== null && user.stripeCustomerId !== customer;
    await settleEarlier(deps, user, { offer, isReplaced });
    const checkout = await claimCheckout(deps, user.id, offer);
    return checkout.url ?? (await openSession(deps, { checkout, customer, request }));
  } catch (err) {
    if (err instanceof HttpError) throw err;
    deps.logger.warn({ err }, 'stripe: checkout could not be opened');
    throw checkoutFailed();
  }
}

async function findOffer({ database }: BillingDeps, user: User, request: CreateCheckout): Promise<Offer> {
  const price = await findPrice(database.prisma, request.priceId);
  const metadata = readProductMetadata(price?.product.metadata);
  if (!price || metadata.plan_key !== request.planType) throw priceNotFound();
  const isOpen =
    metadata.sale === 'open' || (metadata.sale === 'waitlist' && (await wasInvited(database.prisma, user)));
  if (!isOpen) throw notForSale();
  if (user.subscriptionStatus === 'active') throw alreadySubscribed();
  const offer = { priceId: price.id, productId: price.productId, isLimited: metadata.capacity !== null };
  // Most who come too late are told so here, without any word to Stripe.
  if (offer.isLimited && !(await mayHaveSpot(database.pool, offer.productId, user.id))) throw soldOut();
  return offer;
}

/** Ends the checkout that somebody has for another price, and lets Stripe say whether one for this price is still open. */
async function settleEarlier(
  deps: BillingDeps,
  user: User,
  { offer, isReplaced }: { readonly offer: Offer; readonly isReplaced: boolean },
): Promise<void> {
  const earlier = await findLivingCheckout(deps.database.prisma, user.id);
  if (!earlier) return;
  const mayStayOpen = isUsable(earlier, offer) && !isReplaced;
  // Another request of the same person may be opening it just now; the key makes the two of them one.
  if (mayStayOpen && earlier.stripeSessionId === null) return;
  await settleCheckout(deps, earlier, { mayStayOpen });
}

/** The account's one living checkout: the one that it has, if it is for the same price, or a new one. */
function claimCheckout({ database }: BillingDeps, userId: string, offer: Offer): Promise<Checkout> {
  return database.prisma.$transaction(async (tx) => {
    await lockAccount(tx, userId);
    // An earlier checkout may have turned out to be paid.
    if (await isActive(tx, userId)) throw alreadySubscribed();
    const living = await findLivingCheckout(tx, userId);
    if (living && isUsable(living, offer)) return living;
    if (living) throw checkoutFailed();
    return insertNew(tx, userId, offer);
  });
}

function isUsable({ priceId, expiresAt }: Checkout, offer: Offer): boolean {
  return priceId === offer.priceId && expiresAt.getTime() > Date.now();
}

async function insertNew(tx: Prisma.TransactionClient, userId: string, offer: Offer): Promise<Checkout> {
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
