import Stripe from 'stripe';
import type { Clock } from '#clock/clock.ts';
import type { Deliverer } from '#events/deliverer.ts';
import { newId } from '#objects/new-id.ts';
import type { Tables } from '#state/tables.ts';

type EventOf<Type extends Stripe.Event['type']> = Extract<Stripe.Event, { type: Type }>;

/** Emits an event. The types tie each event to its object. */
export type Emit = <Type extends Stripe.Event['type']>(
  type: Type,
  object: EventOf<Type>['data']['object'],
  previousAttributes?: Readonly<Record<string, unknown>>,
) => void;

export interface Emitter {
  readonly emit: Emit;
  /** Events that the work emits name this request as their cause. */
  readonly during: <T>(request: Stripe.Event.Request, work: () => T) => T;
}

interface Deps {
  readonly tables: Tables;
  readonly clock: Clock;
  readonly deliverer: Deliverer;
}

export function createEmitter({ tables, clock, deliverer }: Deps): Emitter {
  let cause: Stripe.Event.Request | null = null;
  return {
    emit: (type, object, previousAttributes) => {
      const event = {
        id: newId('evt'),
        object: 'event',
        api_version: Stripe.API_VERSION,
        created: clock.now(),
        // The object never changes: an update replaces the row.
        data: { object, ...(previousAttributes && { previous_attributes: previousAttributes }) },
        livemode: false,
        pending_webhooks: deliverer.isListening ? 1 : 0,
        request: cause,
        type,
      } satisfies Omit<Stripe.Event, 'data'> & { data: unknown } as Stripe.Event;
      tables.events.set(event.id, event);
      deliverer.enqueue(event);
    },
    during: (request, work) => {
      cause = request;
      try {
        return work();
      } finally {
        cause = null;
      }
    },
  };
}
