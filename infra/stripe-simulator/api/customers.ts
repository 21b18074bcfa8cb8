import { type Endpoint, endpoint } from '#api/endpoint.ts';
import { mergeMetadata, metadata, moments, text } from '#api/params.ts';
import { readEndpoints } from '#api/read-endpoints.ts';
import { deleteCustomer } from '#billing/delete-customer.ts';
import { requireCustomer } from '#billing/require-row.ts';
import { buildCustomer } from '#objects/build-customer.ts';

const email = text.max(512).includes('@', { error: 'must be an email address' });
const fields = {
  email: email.optional(),
  name: text.optional(),
  description: text.optional(),
  phone: text.optional(),
  metadata: metadata.optional(),
};

export const customerEndpoints: readonly Endpoint[] = [
  endpoint('post', '/v1/customers', fields, ({ simulation: { tables, clock, emit }, params }) => {
    const { metadata: given, ...rest } = params;
    const customer = buildCustomer({ ...defined(rest), metadata: mergeMetadata({}, given) }, clock.now());
    tables.customers.set(customer.id, customer);
    emit('customer.created', customer);
    return customer;
  }),

  ...readEndpoints('/v1/customers', 'customers', 'customer', { email: text.optional(), created: moments.optional() }),

  endpoint('post', '/v1/customers/:id', fields, ({ simulation, id, params }) => {
    const customer = requireCustomer(simulation, id);
    const { metadata: given, ...rest } = params;
    const changed = { ...customer, ...defined(rest), metadata: mergeMetadata(customer.metadata, given) };
    simulation.tables.customers.set(id, changed);
    simulation.emit('customer.updated', changed);
    return changed;
  }),

  endpoint('delete', '/v1/customers/:id', {}, ({ simulation, id }) =>
    deleteCustomer(simulation, requireCustomer(simulation, id)),
  ),
];

/** Only the fields that were given. */
function defined<Fields extends object>(given: Fields): { [Key in keyof Fields]: Exclude<Fields[Key], undefined> } {
  const entries = Object.entries(given).filter(([, value]) => value !== undefined);
  return Object.fromEntries(entries) as { [Key in keyof Fields]: Exclude<Fields[Key], undefined> };
}
