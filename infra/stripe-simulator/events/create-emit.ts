import Stripe from 'stripe';
import type { Clock } from '#clock/clock.ts';
import type { Deliverer } from '#events/deliverer.ts';
import { newId } from '#objects/new-id.ts';
import type { Tables } from '#state/tables.ts';

type EventOf<Type extends Stripe.Event['type']> = Extract<Stripe.Event, { type: Type }>;

/** Emits an event. The types tie each event to its object. */
export type Emit = <Type extends Stripe.Event['type']>(type: Type, object: EventOf<Type>['data']['object']) => void;

interface Deps {
  readonly tables: Tables;
  readonly clock: Clock;
  readonly deliverer: Deliverer;
}

export function createEmit({ tables, clock, deliverer }: Deps): Emit {
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
