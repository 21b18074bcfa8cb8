import type { CreateCheckout } from '@inlet/contracts/billing';
import type { Checkout } from '@inlet/db/client';
import type Stripe from 'stripe';
import type { BillingDeps } from '#billing/billing-deps.ts';
import { findCheckout, markEnded, markOpen } from '#billing/checkout/checkouts.store.ts';
import { closeSession, settleCheckout } from '#billing/checkout/settle-checkout.ts';
import { releaseHeld } from '#billing/products/spots.store.ts';
import { isKnownKey, isRefusedByStripe } from '#billing/stripe-client.ts';
import { checkoutFailed } from '#errors.ts';

export interface Opening {
  readonly checkout: Checkout;
  readonly customer: string;
  readonly request: CreateCheckout;
}

/** Has Stripe make the payment page of a checkout, and returns its address. */
export async function openSession(deps: BillingDeps, opening: Opening): Promise<string> {
  const { id } = opening.checkout;
  const session = await createSession(deps, opening);
  if (session === null) return findUrl(deps, opening.checkout);
  if (await markOpen(deps.database.prisma, id, session)) return session.url ?? raise(id);
  // It was ended while Stripe created the page, or its account is gone: the page must not be paid.
  await closeSession(deps, session);
  throw checkoutFailed();
}

/** Returns null if an earlier attempt, whose response was lost, used other return addresses. */
async function createSession(deps: BillingDeps, opening: Opening): Promise<Stripe.Checkout.Session | null> {
  const { checkout } = opening;
  try {
    const key = { idempotencyKey: `checkout-${checkout.id}` };
    return await deps.stripe.checkout.sessions.create(describe(opening), key);
  } catch (error) {
    if (isKnownKey(error)) return null;
    // On a timeout the spot stays reserved: Stripe may have created the session anyway, and the next attempt will find
    // it.
    if (isRefusedByStripe(error)) {
      await deps.database.prisma.$transaction(async (tx) => {
        if (await markEnded(tx, checkout.id, 'failed')) await releaseHeld(tx, checkout.id);
      });
    }
    throw error;
  }
}

function describe({ checkout, customer, request }: Opening): Stripe.Checkout.SessionCreateParams {
  const metadata = { checkout: checkout.id, user_id: checkout.userId };
  return {
    mode: 'subscription',
    customer,
    client_reference_id: checkout.userId,
    line_items: [{ price: checkout.priceId, quantity: 1 }],
    success_url: request.successUrl,
    cancel_url: request.cancelUrl,
    expires_at: Math.floor(checkout.expiresAt.getTime() / 1_000),
    metadata,
    subscription_data: { metadata },
  };
}

async function findUrl(deps: BillingDeps, checkout: Checkout): Promise<string> {
  await settleCheckout(deps, checkout, { mayStayOpen: true });
  const found = await findCheckout(deps.database.prisma, checkout.id);
  return found?.url ?? raise(checkout.id);
}

function raise(id: string): never {
  throw new Error(`The checkout ${id} has no payment page`);
}
