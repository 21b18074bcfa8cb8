import * as z from 'zod';
import { type Endpoint, endpoint } from '#api/endpoint.ts';
import { isWithin, listPage } from '#api/list-page.ts';
import { flag, moments, pageParams, word } from '#api/params.ts';
import { requireRow } from '#billing/require-row.ts';
import { invalidRequest } from '#billing/stripe-failure.ts';

const typesMax = 20;
const query = {
  ...pageParams,
  type: word.optional(),
  types: z.array(word).max(typesMax, `must have at most ${typesMax} types`).optional(),
  created: moments.optional(),
  delivery_success: flag.optional(),
};

export const eventEndpoints: readonly Endpoint[] = [
  endpoint('get', '/v1/events', query, ({ simulation: { tables }, params }) => {
    const { type, types, created, delivery_success: isDelivered } = params;
    if (type !== undefined && types !== undefined) {
      throw invalidRequest('You may only specify one of these parameters: type, types.');
    }
    const found = [...tables.events.values()].filter(
      (event) =>
        isOfType(event.type, type === undefined ? types : [type]) &&
        isWithin(event.created, created) &&
        (isDelivered === undefined || isDelivered === (event.pending_webhooks === 0)),
    );
    return listPage('/v1/events', found, params);
  }),

  endpoint('get', '/v1/events/:id', {}, ({ simulation: { tables }, id }) => requireRow(tables.events, 'event', id)),
];

/** A type may end in a star: `customer.subscription.*`. */
function isOfType(type: string, asked: readonly string[] | undefined): boolean {
  if (asked === undefined) return true;
  return asked.some((name) => (name.endsWith('*') ? type.startsWith(name.slice(0, -1)) : name === type));
}
