import type { Product } from '@inlet/contracts/billing';
import { presentProducts } from '#billing/present-products.ts';
import { findActiveProducts } from '#billing/products.store.ts';
import type { AccountDeps } from '#deps.ts';

/** What is sold, with its prices. */
export async function readActiveProducts({ database }: Pick<AccountDeps, 'database'>): Promise<Product[]> {
  return presentProducts(await findActiveProducts(database.pool));
}
