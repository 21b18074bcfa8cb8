import { buildPrice } from '#objects/build-price.ts';
import { buildProduct } from '#objects/build-product.ts';
import { catalogue } from '#seed/catalogue.ts';
import type { Tables } from '#state/tables.ts';

/** Adds the products, without events: no webhook existed before them. */
export function seedCatalogue({ products, prices }: Tables, now: number): void {
  for (const entry of catalogue) {
    const { productId, planKey, name, description, sale, capacity, features, prices: offered } = entry;
    const metadata = {
      plan_key: planKey,
      features: JSON.stringify(features),
      sale,
      ...(capacity !== undefined && { capacity: String(capacity) }),
    };
    const product = buildProduct({ id: productId, name, description, metadata, default_price: offered[0].id }, now);
    products.set(productId, product);
    for (const { id, unitAmount, interval } of offered) {
      const recurring = { interval, interval_count: 1 };
      const fields = { id, product: productId, currency: 'eur', unit_amount: unitAmount, recurring };
      prices.set(id, buildPrice(fields, now));
    }
  }
}
