import type Stripe from 'stripe';
import { invalidRequest, missing } from '#billing/stripe-failure.ts';
import type { Simulation } from '#simulation.ts';
import type { RecurringPrice } from '#state/tables.ts';

/** A row, or Stripe's error for a missing one. */
export function requireRow<Row>(table: ReadonlyMap<string, Row>, what: string, id: string, param?: string): Row {
  const row = table.get(id);
  if (row === undefined) throw missing(what, id, param);
  return row;
}

/** A customer that is not deleted. */
export function requireCustomer({ tables }: Simulation, id: string, param?: string): Stripe.Customer {
  const customer = requireRow(tables.customers, 'customer', id, param);
  if (customer.deleted) throw missing('customer', id, param);
  return customer;
}

/** A price that can be subscribed to. */
export function requirePrice({ tables }: Simulation, id: string, param: string): RecurringPrice {
  const price = requireRow(tables.prices, 'price', id, param);
  if (!price.active) {
    throw invalidRequest('The price specified is inactive. This field only accepts active prices.', { param });
  }
  return price;
}

/** Every subscription of the simulator has one price. */
export function itemOf({ items }: Stripe.Subscription): Stripe.SubscriptionItem {
  const [item] = items.data;
  if (!item) throw new Error('A subscription without an item');
  return item;
}

/** The product of a price. */
export function nameOf({ tables }: Pick<Simulation, 'tables'>, { product }: Stripe.Price): string {
  return tables.products.get(String(product))?.name ?? 'Subscription';
}
