import { defineLookup } from '@inlet/observe/lookup-gauge';
import type { Metrics } from '@inlet/observe/metrics';
import type { Pool } from 'pg';
import { readEventLag } from '#billing/events/stripe-events.store.ts';

/** Measures how far our knowledge of payments lags behind Stripe's events. */
export function measureEvents(pool: Pool, metrics: Metrics): void {
  defineLookup(metrics, 'inlet_stripe_event_lag_seconds', 'Age of the oldest Stripe event that is not processed', () =>
    readEventLag(pool),
  );
}
