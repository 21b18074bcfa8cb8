import type Stripe from 'stripe';
import * as z from 'zod';
import { wholeNumber, word } from '#api/params.ts';
import { type PlanChange, planChange } from '#billing/plan-change.ts';
import { itemOf, requirePrice } from '#billing/require-row.ts';
import { missing } from '#billing/stripe-failure.ts';
import type { Simulation } from '#simulation.ts';

/** The parameters that name the new price of a subscription. */
export const planChangeParams = {
  items: z.tuple([z.strictObject({ id: word, price: word })], 'exactly one item is simulated'),
  proration_behavior: z.literal('always_invoice', 'only always_invoice is simulated'),
  proration_date: wholeNumber.optional(),
};

const schema = z.object(planChangeParams);
type Asked = Pick<z.output<typeof schema>, 'items' | 'proration_date'>;

/** The requested change, or a refusal. */
export function requireChange(
  simulation: Simulation,
  subscription: Stripe.Subscription,
  { items: [{ id, price }], proration_date: at }: Asked,
): PlanChange {
  if (id !== itemOf(subscription).id) throw missing('subscription item', id, 'items[0][id]');
  return planChange(simulation, subscription, requirePrice(simulation, price, 'items[0][price]'), at);
}
