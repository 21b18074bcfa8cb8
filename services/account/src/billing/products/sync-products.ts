import type Stripe from 'stripe';
import type { BillingDeps } from '#billing/billing-deps.ts';
import { readProductMetadata } from '#billing/products/product-metadata.ts';
import {
  lockProducts,
  replaceProducts,
  type StoredPrice,
  type StoredProduct,
} from '#billing/products/products.store.ts';
import { ensureSpots } from '#billing/products/spots.store.ts';
import { idOf, stripeTransaction } from '#billing/stripe-client.ts';

/** Products in one request; this is Stripe's maximum. */
const pageSize = 100;

type ProductDeps = Pick<BillingDeps, 'database' | 'stripe' | 'syncSemaphore'>;

/** Imports products and prices from Stripe. Our products have a plan; others in the Stripe account are ignored. */
export function syncProducts({ database, stripe, syncSemaphore }: ProductDeps): Promise<void> {
  return syncSemaphore.run(() =>
    database.prisma.$transaction(async (tx) => {
      await lockProducts(tx);
      const [products, prices] = await Promise.all([
        stripe.products.list({ limit: pageSize }).autoPagingToArray({ limit: 1_000 }),
        stripe.prices.list({ limit: pageSize }).autoPagingToArray({ limit: 10_000 }),
      ]);
      const ours = products.filter(({ metadata }) => readProductMetadata(metadata).plan_key !== '');
      const ids = new Set(ours.map(({ id }) => id));
      const ofOurs = prices.filter(({ product }) => ids.has(idOf(product) ?? ''));
      await replaceProducts(tx, ours.map(toProduct), ofOurs.map(toPrice));
      for (const { id, metadata } of ours) {
        const { capacity } = readProductMetadata(metadata);
        if (capacity !== null) await ensureSpots(tx, id, capacity);
      }
    }, stripeTransaction),
  );
}

function toProduct({ id, name, description, metadata, active }: Stripe.Product): StoredProduct {
  return { id, name, description, metadata, isActive: active };
}

function toPrice(price: Stripe.Price): StoredPrice {
  return {
    id: price.id,
    productId: idOf(price.product) ?? '',
    currency: price.currency,
    unitAmount: price.unit_amount ?? 0,
    recurringInterval: price.recurring?.interval ?? null,
    recurringIntervalCount: price.recurring?.interval_count ?? null,
    type: price.type,
    metadata: price.metadata,
    isActive: price.active,
  };
}
