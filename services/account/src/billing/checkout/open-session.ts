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
  // It was ended while Stripe made the page, or its account is gone: nobody may pay there.
  await closeSession(deps, session);
  throw checkoutFailed();
}

/** Null where an earlier attempt, whose answer was lost, asked for the same with other addresses to return to. */
async function createSession(deps: BillingDeps, opening: Opening): Promise<Stripe.Checkout.Session | null> {
  const { checkout } = opening;
  try {
    const key = { idempotencyKey: `checkout-${checkout.id}` };
    return await deps.stripe.checkout.sessions.create(describe(opening), key);
  } catch (error) {
    if (isKnownKey(error)) return null;
    // Silence leaves the spot held: Stripe may have made the session all the same, and the next try will find it.
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
