import type { Prisma, User } from '@inlet/db/client';
import { HttpError } from '@inlet/service/http-error';
import { cancellationFailed } from '#billing/billing-errors.ts';
import { findLivingCheckout } from '#billing/checkouts.store.ts';
import { isLiving, readSubscriptions } from '#billing/read-subscriptions.ts';
import { cancelSubscription } from '#billing/refund-payment.ts';
import { settleCheckout } from '#billing/settle-checkout.ts';
import { releaseAll } from '#billing/spots.store.ts';
import type { SyncDeps } from '#billing/sync-customer.ts';

/**
 * Ends what an account pays for before the account goes: nobody may be charged for what they cannot reach any more.
 * Without Stripe's word nothing is deleted.
 */
export async function endBilling(deps: SyncDeps, { id }: Pick<User, 'id'>): Promise<void> {
  const { database, stripe, logger } = deps;
  try {
    const checkout = await findLivingCheckout(database.prisma, id);
    if (checkout) await settleCheckout(deps, checkout, { mayStayOpen: false });
    const customer = (await database.prisma.user.findUnique({ where: { id } }))?.stripeCustomerId ?? null;
    if (customer === null) return;
    for (const subscription of await readSubscriptions(stripe, customer)) {
      if (isLiving(subscription)) await cancelSubscription(stripe, subscription.id);
    }
  } catch (err) {
    if (err instanceof HttpError) throw err;
    logger.warn({ err }, 'a subscription could not be cancelled');
    throw cancellationFailed();
  }
}

/** Frees what an account has of what is limited, in the transaction that takes it away. */
export function freeSpots(tx: Prisma.TransactionClient, userId: string): Promise<void> {
  return releaseAll(tx, userId);
}
