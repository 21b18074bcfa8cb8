import type Stripe from 'stripe';
import { type Endpoint, endpoint } from '#api/endpoint.ts';
import { mergeMetadata, metadata, text } from '#api/params.ts';
import { readEndpoints } from '#api/read-endpoints.ts';
import { endSubscription } from '#billing/change-subscription.ts';
import { requireCustomer } from '#billing/require-row.ts';
import { all, newId } from '#objects/fields.ts';

const email = text.includes('@', { error: 'must be an email address' });
const fields = { email: email.optional(), metadata: metadata.optional() };

export const customerEndpoints: readonly Endpoint[] = [
  endpoint('post', '/v1/customers', fields, ({ simulation: { tables, clock, emit }, params }) => {
    const id = newId('cus');
    const customer: Stripe.Customer = {
      id,
      object: 'customer',
      ...all(null, 'address currency default_source description discount name phone shipping test_clock'),
      balance: 0,
      created: clock.now(),
      delinquent: false,
      email: params.email ?? null,
      invoice_prefix: id.slice(-8).toUpperCase(),
      invoice_settings: all(null, 'custom_fields default_payment_method footer rendering_options'),
      livemode: false,
      metadata: mergeMetadata({}, params.metadata),
      preferred_locales: [],
      tax_exempt: 'none',
    };
    tables.customers.set(id, customer);
    emit('customer.created', customer);
    return customer;
  }),

  ...readEndpoints('/v1/customers', 'customers', 'customer'),

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
