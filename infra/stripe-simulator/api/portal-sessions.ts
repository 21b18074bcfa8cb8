import { type Endpoint, endpoint } from '#api/endpoint.ts';
import { address, text, word } from '#api/params.ts';
import { requireCustomer } from '#billing/require-row.ts';
import { buildPortalSession } from '#objects/build-portal-session.ts';

const creation = {
  customer: word,
  return_url: address.optional(),
  configuration: word.optional(),
  locale: text.optional(),
};

export const portalEndpoints: readonly Endpoint[] = [
  endpoint('post', '/v1/billing_portal/sessions', creation, ({ simulation, params, origin }) => {
    const customer = requireCustomer(simulation, params.customer, 'customer').id;
    const fields = { customer, return_url: params.return_url ?? null, origin };
    const session = buildPortalSession(fields, simulation.clock.now());
    simulation.tables.portalSessions.set(session.id, session);
    return session;
  }),
];
