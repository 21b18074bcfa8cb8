import type Stripe from 'stripe';
import * as z from 'zod';
import { checkoutCreation } from '#api/checkout-params.ts';
import { type Endpoint, endpoint } from '#api/endpoint.ts';
import { checkoutLineItems } from '#api/line-items.ts';
import { listPage } from '#api/list-page.ts';
import { openCheckout } from '#api/open-checkout.ts';
import { moments, pageParams, word } from '#api/params.ts';
import { readEndpoints } from '#api/read-endpoints.ts';
import { expireCheckout } from '#billing/expire-checkout.ts';
import { requireRow } from '#billing/require-row.ts';
import type { Simulation } from '#simulation.ts';

const query = {
  customer: word.optional(),
  subscription: word.optional(),
  status: z.enum(['open', 'complete', 'expired']).optional(),
  created: moments.optional(),
};

export const checkoutEndpoints: readonly Endpoint[] = [
  endpoint('post', '/v1/checkout/sessions', checkoutCreation, openCheckout),

  ...readEndpoints('/v1/checkout/sessions', 'checkoutSessions', 'checkout.session', query),

  endpoint('get', '/v1/checkout/sessions/:id/line_items', pageParams, ({ simulation, id, params }) => {
    sessionOf(simulation, id);
    return listPage(`/v1/checkout/sessions/${id}/line_items`, checkoutLineItems(simulation, id), params);
  }),

  endpoint('post', '/v1/checkout/sessions/:id/expire', {}, ({ simulation, id }) =>
    expireCheckout(simulation, sessionOf(simulation, id)),
  ),
];

function sessionOf({ tables }: Simulation, id: string): Stripe.Checkout.Session {
  return requireRow(tables.checkoutSessions, 'checkout.session', id);
}
