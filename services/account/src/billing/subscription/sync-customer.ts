import type { Prisma, User } from '@inlet/db/client';
import { lockAccount } from '#access/lock-account.ts';
import { findBillingEmails } from '#access/owners.store.ts';
import type { BillingDeps } from '#billing/billing-deps.ts';
import { stripeTransaction } from '#billing/stripe-client.ts';
import { applySubscription } from '#billing/subscription/apply-subscription.ts';
import { isLiving, type ReadSubscription, readSubscriptions } from '#billing/subscription/read-subscriptions.ts';
import { markForRefund, refundPayment } from '#billing/subscription/refund-payment.ts';
import { settleSpots } from '#billing/subscription/settle-spots.ts';
import { findCustomer, findUserIds, lockCustomer } from '#billing/subscription/subscriptions.store.ts';

interface Outcome {
  readonly user: User | null;
  readonly refunds: readonly ReadSubscription[];
}

/**
 * Makes an account what Stripe says of its customer. Everything is read again and overwritten, so it does not matter
 * which event asked for it, in which order events come, or how often.
 */
export async function syncCustomer(deps: BillingDeps, customer: string): Promise<void> {
  // Each call holds a database connection while Stripe is called; a slow Stripe must leave enough for other requests.
  const { user, refunds } = await deps.syncSemaphore.run(() =>
    deps.database.prisma.$transaction((tx) => syncLocked(deps, tx, customer), stripeTransaction),
  );
  await deps.relay.deliver();
  if (refunds.length === 0) return;
  const emails = user && (await findBillingEmails(deps.database.prisma, user));
  for (const subscription of refunds) await refundPayment(deps, subscription, emails);
}

async function syncLocked(deps: BillingDeps, tx: Prisma.TransactionClient, customer: string): Promise<Outcome> {
  await lockCustomer(tx, customer);
  const known = await findCustomer(tx, customer);
  const subscriptions = await readSubscriptions(deps.stripe, customer);
  if (!known) return { user: null, refunds: await findOrphans(tx, subscriptions) };
  await lockAccount(tx, known.id);
  // The current state, because the address may have changed during the call to Stripe.
  const user = (await findCustomer(tx, customer)) ?? known;
  const living = subscriptions.filter(isLiving);
  if (living.length > 1)
    deps.logger.error({ userId: user.id, count: living.length }, 'billing: customer has several active subscriptions');
  const withoutSpot = await settleSpots(tx, user.id, subscriptions);
  for (const subscription of withoutSpot) await markForRefund(deps, subscription);
  const counted = subscriptions.filter((each) => each.refund === null && !withoutSpot.includes(each));
  await applySubscription(deps, tx, user, counted[0] ?? null);
  return { user, refunds: [...new Set([...withoutSpot, ...subscriptions.filter(({ refund }) => refund === 'due')])] };
}

/** Payments for an account that was deleted during the payment. */
async function findOrphans(
  tx: Prisma.TransactionClient,
  subscriptions: readonly ReadSubscription[],
): Promise<ReadSubscription[]> {
  const open = subscriptions.filter((each) => isLiving(each) || each.refund === 'due');
  const existing = await findUserIds(
    tx,
    open.flatMap(({ boughtFor }) => boughtFor ?? []),
  );
  return open.filter(({ boughtFor }) => boughtFor !== null && !existing.has(boughtFor));
}
