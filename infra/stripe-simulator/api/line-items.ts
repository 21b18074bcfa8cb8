import type Stripe from 'stripe';
import { requireRow } from '#billing/require-row.ts';
import { buildLineItem } from '#objects/build-line-item.ts';
import type { Simulation } from '#simulation.ts';

/** The items of a checkout: always one. */
export function checkoutLineItems({ tables }: Simulation, session: string): Stripe.LineItem[] {
  const terms = requireRow(tables.checkoutTerms, 'checkout.session', session);
  const price = requireRow(tables.prices, 'price', terms.price);
  const description = tables.products.get(String(price.product))?.name ?? 'Subscription';
  return [buildLineItem({ id: terms.lineItemId, price, quantity: terms.quantity, description })];
}
