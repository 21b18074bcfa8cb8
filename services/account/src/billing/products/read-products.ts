import type { Product } from '@inlet/contracts/billing';
import { presentProducts } from '#billing/products/present-products.ts';
import { findActiveProducts } from '#billing/products/products.store.ts';
import type { Resources } from '#resources.ts';

/** The active products with their prices. */
export async function readActiveProducts({ database }: Pick<Resources, 'database'>): Promise<Product[]> {
  return presentProducts(await findActiveProducts(database.pool));
}
