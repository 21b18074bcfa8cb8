import Stripe from 'stripe';
import type { Deliverer } from '#events/deliverer.ts';
import { newId } from '#objects/fields.ts';
import type { Simulation } from '#simulation.ts';

export function createEmit({ tables, clock }: Omit<Simulation, 'emit'>, deliverer: Deliverer): Simulation['emit'] {
  return (type, object) => {
    const event = {
      id: newId('evt'),
      object: 'event',
      api_version: Stripe.API_VERSION,
      created: clock.now(),
      // The object never changes: an update replaces the row.
      data: { object },
      livemode: false,
      pending_webhooks: deliverer.isListening ? 1 : 0,
      request: null,
      type,
    } satisfies Omit<Stripe.Event, 'data'> & { data: unknown } as Stripe.Event;
    tables.events.set(event.id, event);
    deliverer.enqueue(event);
  };
}
