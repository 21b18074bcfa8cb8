import type Stripe from 'stripe';
import type { Clock } from '#clock/clock.ts';
import type { Tables } from '#state/tables.ts';

/** The state that billing reads and changes, and the events that it emits. */
export interface Simulation {
  readonly tables: Tables;
  readonly clock: Clock;
  /** Emits an event. The types tie each event to its object. */
  readonly emit: <Type extends Stripe.Event['type']>(type: Type, object: EventOf<Type>['data']['object']) => void;
  /** The address of its pages. */
  readonly pagesUrl: string;
}

type EventOf<Type extends Stripe.Event['type']> = Extract<Stripe.Event, { type: Type }>;
