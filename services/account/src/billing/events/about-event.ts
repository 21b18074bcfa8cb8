import type Stripe from 'stripe';
import { idOf } from '#billing/stripe-client.ts';

export interface Subject {
  readonly objectId: string | null;
  readonly customerId: string | null;
}

/** The subject of an event, and its owner. */
export function aboutWhat({ data }: Pick<Stripe.Event, 'data'>): Subject {
  const { id, object, customer } = data.object as {
    id?: string;
    object?: string;
    customer?: string | { id: string } | null;
  };
  return { objectId: id ?? null, customerId: object === 'customer' ? (id ?? null) : idOf(customer) };
}
