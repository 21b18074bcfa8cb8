import type { Checkout } from '@inlet/db/client';
import type Stripe from 'stripe';
import * as z from 'zod';
import type { BillingDeps } from '#billing/billing-deps.ts';
import { findBySession, findCheckout, markEnded, markOpen } from '#billing/checkout/checkouts.store.ts';
import { insertEvent, markProcessed } from '#billing/events/stripe-events.store.ts';
import { releaseHeld } from '#billing/products/spots.store.ts';
import { idOf, isMissingAtStripe, isRefusedByStripe } from '#billing/stripe-client.ts';
import { findUser } from '#billing/subscription/subscriptions.store.ts';
import { syncCustomer } from '#billing/subscription/sync-customer.ts';
import type { Resources } from '#resources.ts';

const checkoutIdSchema = z.uuid();

/** Follows Stripe's state of a session: only Stripe frees a spot, never our clock. */
export async function settleSession(deps: BillingDeps, sessionId: string): Promise<void> {
  const session = await deps.stripe.checkout.sessions.retrieve(sessionId);
  const checkout = (await findBySession(deps.database.prisma, session.id)) ?? (await findNamed(deps, session));
  await follow(deps, checkout, session);
}

export interface SettleOptions {
  /** If false, Stripe ends a session that could still be paid. */
  readonly mayStayOpen: boolean;
}

/** Finds out how a checkout ended, or ends it. */
export async function settleCheckout(deps: BillingDeps, checkout: Checkout, options: SettleOptions): Promise<void> {
  const session = await findSession(deps, checkout);
  // Nothing was created at Stripe: the process crashed, or Stripe was away, before it could be.
  if (!session) await end(deps, checkout.id, 'failed');
  else await followNoted(deps, checkout, options.mayStayOpen ? session : await closeSession(deps, session));
}

/**
 * A paid checkout is over at once, and never checked again. So the next step is recorded first, like an event of
 * Stripe: if it fails, it is retried like any event.
 */
async function followNoted(deps: BillingDeps, checkout: Checkout, session: Stripe.Checkout.Session): Promise<void> {
  const { pool } = deps.database;
  const id = `found ${session.id}`;
  if (session.status === 'complete') {
    const customerId = idOf(session.customer);
    await insertEvent(pool, { id, type: 'checkout.session.completed', objectId: session.id, customerId });
  }
  await follow(deps, checkout, session);
  await markProcessed(pool, id);
}

/** Ends a session that could still be paid. If it is paid at the same moment, the payment counts. */
export async function closeSession(
  { stripe }: Pick<BillingDeps, 'stripe'>,
  session: Stripe.Checkout.Session,
): Promise<Stripe.Checkout.Session> {
  if (session.status !== 'open') return session;
  try {
    return await stripe.checkout.sessions.expire(session.id);
  } catch (error) {
    if (!isRefusedByStripe(error)) throw error;
    return stripe.checkout.sessions.retrieve(session.id);
  }
}

async function follow(deps: BillingDeps, checkout: Checkout | null, session: Stripe.Checkout.Session): Promise<void> {
  if (checkout && session.status === 'open') await markOpen(deps.database.prisma, checkout.id, session);
  else if (checkout) await end(deps, checkout.id, session.status === 'complete' ? 'completed' : 'expired');
  const customer = idOf(session.customer);
  if (customer !== null && session.status === 'complete') await syncCustomer(deps, customer);
}

/** A reserved spot is freed unless the checkout was paid. */
async function end(
  { database }: Pick<Resources, 'database'>,
  id: string,
  state: 'completed' | 'expired' | 'failed',
): Promise<void> {
  await database.prisma.$transaction(async (tx) => {
    await markEnded(tx, id, state);
    if (state !== 'completed') await releaseHeld(tx, id);
  });
}

/** The checkout in a session's metadata: the response with the session may have been lost. */
async function findNamed({ database }: BillingDeps, { metadata }: Stripe.Checkout.Session): Promise<Checkout | null> {
  const id = checkoutIdSchema.safeParse(metadata?.checkout);
  return id.success ? findCheckout(database.prisma, id.data) : null;
}

/** Null if Stripe has no page that could be paid; a deleted customer cannot pay any. */
async function findSession(deps: BillingDeps, checkout: Checkout): Promise<Stripe.Checkout.Session | null> {
  try {
    return await askForSession(deps, checkout);
  } catch (error) {
    if (isMissingAtStripe(error)) return null;
    throw error;
  }
}

async function askForSession(
  { stripe, database }: BillingDeps,
  checkout: Checkout,
): Promise<Stripe.Checkout.Session | null> {
  if (checkout.stripeSessionId !== null) return stripe.checkout.sessions.retrieve(checkout.stripeSessionId);
  const user = await findUser(database.prisma, checkout.userId);
  if (!user?.stripeCustomerId) return null;
  const sessions = await stripe.checkout.sessions.list({ customer: user.stripeCustomerId, limit: 100 });
  return sessions.data.find(({ metadata }) => metadata?.checkout === checkout.id) ?? null;
}
