import type Stripe from 'stripe';
import { endSubscription } from '#billing/change-subscription.ts';
import type { Simulation } from '#simulation.ts';

/** Deletes a customer for good and ends their subscriptions at once, as Stripe does. */
export function deleteCustomer(simulation: Simulation, customer: Stripe.Customer): Stripe.DeletedCustomer {
  const { tables, emit } = simulation;
  for (const subscription of tables.subscriptions.values()) {
    if (subscription.customer === customer.id) endSubscription(simulation, subscription.id, 'cancellation_requested');
  }
  const deleted: Stripe.DeletedCustomer = { id: customer.id, object: 'customer', deleted: true };
  tables.customers.set(customer.id, deleted);
  tables.cards.delete(customer.id);
  emit('customer.deleted', customer);
  return deleted;
}
