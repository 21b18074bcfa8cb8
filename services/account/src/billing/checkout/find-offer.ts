import type { User } from '@inlet/db/client';
import type { BillingDeps } from '#billing/billing-deps.ts';
import { readProductMetadata } from '#billing/products/product-metadata.ts';
import { findPrice } from '#billing/products/products.store.ts';
import { mayHaveSpot } from '#billing/products/spots.store.ts';
import { notForSale, priceNotFound, soldOut } from '#errors.ts';
import { wasInvited } from '#identity/invitations/was-invited.ts';

export interface Offer {
  readonly priceId: string;
  readonly productId: string;
  readonly planKey: string;
  readonly isLimited: boolean;
}

/** A price that this account may buy. */
export async function findOffer(
  { database }: Pick<BillingDeps, 'database'>,
  user: User,
  priceId: string,
): Promise<Offer> {
  const price = await findPrice(database.prisma, priceId);
  if (!price) throw priceNotFound();
  const { sale, plan_key: planKey, capacity } = readProductMetadata(price.product.metadata);
  const isOpen = sale === 'open' || (sale === 'waitlist' && (await wasInvited(database.prisma, user)));
  if (!isOpen) throw notForSale();
  return { priceId: price.id, productId: price.productId, planKey, isLimited: capacity !== null };
}

/** Most users who are too late are refused here, without a call to Stripe. */
export async function expectSpot({ database }: Pick<BillingDeps, 'database'>, offer: Offer, userId: string) {
  if (offer.isLimited && !(await mayHaveSpot(database.pool, offer.productId, userId))) throw soldOut();
}
