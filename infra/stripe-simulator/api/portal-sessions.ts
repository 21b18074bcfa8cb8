import { type Endpoint, endpoint } from '#api/endpoint.ts';
import { address, word } from '#api/params.ts';
import { requireCustomer } from '#billing/require-row.ts';
import { newId } from '#objects/new-id.ts';
import { nulls } from '#objects/nulls.ts';

const creation = { customer: word, return_url: address };

export const portalEndpoints: readonly Endpoint[] = [
  endpoint('post', '/v1/billing_portal/sessions', creation, ({ simulation, params }) => {
    const { tables, clock, pagesUrl } = simulation;
    requireCustomer(simulation, params.customer, 'customer');
    const id = newId('bps');
    const session = {
      id,
      object: 'billing_portal.session',
      ...nulls('customer_account flow locale on_behalf_of'),
      configuration: 'bpc_local',
      created: clock.now(),
      livemode: false,
      url: `${pagesUrl}/p/session/${id}`,
      ...params,
    } as const;
    tables.portalSessions.set(id, session);
    return session;
  }),
];
