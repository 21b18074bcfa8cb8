import type { Prisma } from '@inlet/db/client';
import { readProductMetadata } from '#billing/products/product-metadata.ts';
import { findProductOfPrice } from '#billing/products/products.store.ts';
import { holdSpot, releaseSold, sellHeld } from '#billing/products/spots.store.ts';
import { isLiving, type ReadSubscription } from '#billing/subscription/read-subscriptions.ts';

interface Limited {
  readonly subscription: ReadSubscription;
  readonly productId: string;
}

/** Gives who pays for a limited product their spot, frees what is paid for no more, and returns who paid without one. */
export async function settleSpots(
  tx: Prisma.TransactionClient,
  userId: string,
  subscriptions: readonly ReadSubscription[],
): Promise<ReadSubscription[]> {
  const limited = await limitedOf(tx, subscriptions);
  const kept = limited.filter(({ subscription }) => subscription.refund === null);
  await releaseSold(
    tx,
    userId,
    kept.map(({ productId }) => productId),
  );
  const withoutSpot: ReadSubscription[] = [];
  for (const { subscription, productId } of limited) {
    // The first payment is still pending: the spot stays reserved.
    if (subscription.status === 'incomplete') continue;
    const mayHave = subscription.refund === null;
    if (!mayHave || !(await giveSpot(tx, productId, userId))) withoutSpot.push(subscription);
  }
  return withoutSpot;
}

async function giveSpot(tx: Prisma.TransactionClient, productId: string, userId: string): Promise<boolean> {
  if (await sellHeld(tx, productId, userId)) return true;
  return (await holdSpot(tx, productId, userId, null)) && sellHeld(tx, productId, userId);
}

async function limitedOf(tx: Prisma.TransactionClient, subscriptions: readonly ReadSubscription[]): Promise<Limited[]> {
  const found: Limited[] = [];
  for (const subscription of subscriptions) {
    if (!isLiving(subscription) && subscription.status !== 'incomplete') continue;
    const price = await findProductOfPrice(tx, subscription.priceId);
    if (!price || readProductMetadata(price.product.metadata).capacity === null) continue;
    found.push({ subscription, productId: price.productId });
  }
  return found;
}
