import type { Prisma, PrismaClient } from '@inlet/db/client';
import type { Pool } from 'pg';

/** A row for each active price of an active product; a product without prices has a single row. */
export interface ProductRow {
  readonly product_id: string;
  readonly product_name: string;
  readonly product_description: string | null;
  readonly product_metadata: Readonly<Record<string, string>>;
  readonly price_id: string | null;
  readonly price_currency: string | null;
  readonly price_amount: number | null;
  readonly price_interval: string | null;
  readonly price_interval_count: number | null;
  readonly price_type: string | null;
  readonly price_metadata: Readonly<Record<string, string>> | null;
}

/** One query, cheapest price first. */
const activeProductsSql = `
select products.id as product_id, products.name as product_name, products.description as product_description,
  products.metadata as product_metadata, prices.id as price_id, prices.currency as price_currency,
  prices.unit_amount as price_amount, prices.recurring_interval as price_interval,
  prices.recurring_interval_count as price_interval_count, prices.type as price_type,
  prices.metadata as price_metadata
from products left join prices on prices.product_id = products.id and prices.is_active
where products.is_active
order by min(prices.unit_amount) over (partition by products.id) nulls last, products.id, prices.unit_amount, prices.id`;

export async function findActiveProducts(pool: Pool): Promise<ProductRow[]> {
  return (await pool.query<ProductRow>(activeProductsSql)).rows;
}

/** An active price of an active product. */
export function findPrice(prisma: PrismaClient, priceId: string) {
  return prisma.price.findFirst({
    where: { id: priceId, isActive: true, product: { isActive: true } },
    include: { product: true },
  });
}

/** The product of a price, whether or not it is active: an old subscription may still use it. */
export function findProductOfPrice(prisma: Prisma.TransactionClient, priceId: string) {
  return prisma.price.findUnique({ where: { id: priceId }, include: { product: true } });
}

export type StoredProduct = Prisma.ProductUncheckedCreateInput;
export type StoredPrice = Prisma.PriceUncheckedCreateInput;

/** One process at a time imports the products: a later result must not be overwritten by an earlier one. */
export async function lockProducts(tx: Prisma.TransactionClient): Promise<void> {
  await tx.$queryRaw`select 1 from (select pg_advisory_xact_lock(7203117)) as locked`;
}

/**
 * Writes Stripe's products; a product that Stripe lacks becomes inactive, because subscriptions may still refer to it.
 */
export async function replaceProducts(
  tx: Prisma.TransactionClient,
  products: readonly StoredProduct[],
  prices: readonly StoredPrice[],
): Promise<void> {
  for (const product of products) {
    await tx.product.upsert({ where: { id: product.id }, create: product, update: product });
  }
  for (const price of prices) {
    await tx.price.upsert({ where: { id: price.id }, create: price, update: price });
  }
  await tx.product.updateMany({ where: { id: { notIn: products.map(({ id }) => id) } }, data: { isActive: false } });
  await tx.price.updateMany({ where: { id: { notIn: prices.map(({ id }) => id) } }, data: { isActive: false } });
}
