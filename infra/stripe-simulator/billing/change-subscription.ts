import type Stripe from 'stripe';
import type { Simulation } from '#simulation.ts';

/** Changes a subscription and emits its previous values, unless nothing changed. */
export function changeSubscription(
  { tables, emit }: Simulation,
  id: string,
  changes: Partial<Stripe.Subscription>,
): void {
  const before = tables.subscriptions.get(id);
  if (!before) return;
  const after = { ...before, ...changes };
  const keys = (Object.keys(changes) as (keyof Stripe.Subscription)[]).filter(
    (key) => JSON.stringify(before[key]) !== JSON.stringify(after[key]),
  );
  if (keys.length === 0) return;
  tables.subscriptions.set(id, after);
  emit('customer.subscription.updated', after, Object.fromEntries(keys.map((key) => [key, before[key]])));
}
