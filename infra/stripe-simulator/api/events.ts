import type { Endpoint } from '#api/endpoint.ts';
import { flag } from '#api/params.ts';
import { readEndpoints } from '#api/read-endpoints.ts';

export const eventEndpoints: readonly Endpoint[] = readEndpoints(
  '/v1/events',
  'events',
  'event',
  { delivery_success: flag },
  { delivery_success: ({ pending_webhooks: pending }, isDelivered) => isDelivered === (pending === 0) },
);
