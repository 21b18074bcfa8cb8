import { type Endpoint, endpoint } from '#api/endpoint.ts';
import { mergeMetadata, metadata, text } from '#api/params.ts';
import { readEndpoints } from '#api/read-endpoints.ts';
import { endSubscription } from '#billing/change-subscription.ts';
import { requireCustomer } from '#billing/require-row.ts';
import { buildCustomer } from '#objects/build-customer.ts';

const email = text.includes('@', { error: 'must be an email address' });
const fields = { email: email.optional(), metadata: metadata.optional() };

export const customerEndpoints: readonly Endpoint[] = [
  endpoint('post', '/v1/customers', fields, ({ simulation: { tables, clock, emit }, params }) => {
    const given = { email: params.email ?? null, metadata: mergeMetadata({}, params.metadata) };
    const customer = buildCustomer(given, clock.now());
    tables.customers.set(customer.id, customer);
    emit('customer.created', customer);
    return customer;
  }),

  ...readEndpoints('/v1/customers', 'customers', 'customer', { email: text }),

  endpoint('post', '/v1/customers/:id', fields, ({ simulation, id, params }) => {
    const customer = requireCustomer(simulation, id);
    const changed = {
      ...customer,
      email: params.email ?? customer.email,
      metadata: mergeMetadata(customer.metadata, params.metadata),
    };
    simulation.tables.customers.set(id, changed);
    simulation.emit('customer.updated', changed);
    return changed;
  }),

  // Ends the customer's subscriptions at once, as Stripe does.
  endpoint('delete', '/v1/customers/:id', {}, ({ simulation, id }) => {
    const { tables, emit } = simulation;
    const customer = requireCustomer(simulation, id);
    for (const subscription of tables.subscriptions.values()) {
      if (subscription.customer === id) endSubscription(simulation, subscription.id, 'cancellation_requested');
    }
    const deleted = { id, object: 'customer', deleted: true } as const;
    tables.customers.set(id, deleted);
    tables.cards.delete(id);
    emit('customer.deleted', customer);
    return deleted;
  }),
];
