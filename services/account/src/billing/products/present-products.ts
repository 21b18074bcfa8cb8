import type { Price, Product } from '@inlet/contracts/billing';
import { readProductMetadata } from '#billing/products/product-metadata.ts';
import type { ProductRow } from '#billing/products/products.store.ts';

/** Groups the rows of one query: each product once, with its prices. */
export function presentProducts(rows: readonly ProductRow[]): Product[] {
  const products = new Map<string, Product>();
  for (const row of rows) {
    const product = products.get(row.product_id) ?? presentProduct(row);
    const price = presentPrice(row);
    products.set(row.product_id, price ? { ...product, prices: [...product.prices, price] } : product);
  }
  return [...products.values()];
}

function presentProduct(row: ProductRow): Product {
  return {
    id: row.product_id,
    name: row.product_name,
    description: row.product_description,
    metadata: readProductMetadata(row.product_metadata),
    prices: [],
  };
}

function presentPrice(row: ProductRow): Price | null {
  if (row.price_id === null) return null;
  return {
    id: row.price_id,
    productId: row.product_id,
    currency: row.price_currency ?? '',
    unitAmount: row.price_amount ?? 0,
    recurringInterval: row.price_interval,
    recurringIntervalCount: row.price_interval_count,
    type: row.price_type ?? '',
    metadata: row.price_metadata ?? {},
  };
}
