import type { RequestHandler } from 'express';
import type Stripe from 'stripe';
import * as z from 'zod';
import { readParams } from '#api/read-params.ts';
import { cancelAtPeriodEnd, endSubscription, resumeSubscription } from '#billing/change-subscription.ts';
import { changePlan, planChange } from '#billing/plan-change.ts';
import { renewNow } from '#billing/renew-subscription.ts';
import { breakCard, repairCard } from '#billing/repair-card.ts';
import { requireCustomer, requireRecurringPrice, requireRow } from '#billing/require-row.ts';
import { invalidRequest, missing } from '#billing/stripe-failure.ts';
import type { Simulation } from '#simulation.ts';
import type { Simulator } from '#simulator.ts';

type Act = (simulation: Simulation, subscription: Stripe.Subscription, price: string) => void;

const acts = {
  change: (simulation, subscription, price) =>
    changePlan(simulation, planChange(simulation, subscription, requireRecurringPrice(simulation, price, 'price'))),
  'cancel-at-end': (simulation, { id }) => cancelAtPeriodEnd(simulation, id),
  resume: (simulation, { id }) => resumeSubscription(simulation, id),
  renew: renewNow,
  cancel: (simulation, { id }) => endSubscription(simulation, id, 'cancellation_requested'),
} satisfies Record<string, Act>;

const cardActs = { 'break-card': breakCard, 'repair-card': repairCard };

const formSchema = z.union([
  z.object({ action: z.enum(['break-card', 'repair-card']) }),
  z.object({
    action: z.enum(['change', 'cancel-at-end', 'resume', 'renew', 'cancel']),
    subscription: z.string(),
    price: z.string().default(''),
  }),
]);

/** Carries out an action of the portal, and shows the portal again. */
export function actInPortal(simulator: Simulator): RequestHandler<{ id: string }> {
  return ({ params, body }, response) => {
    const session = requireRow(simulator.tables.portalSessions, 'billing_portal.session', params.id);
    const customer = requireCustomer(simulator, session.customer).id;
    const choice = readParams(formSchema, body ?? {});
    if ('subscription' in choice) {
      const act: Act = acts[choice.action];
      act(simulator, ownSubscription(simulator, customer, choice.subscription), choice.price);
    } else {
      cardActs[choice.action](simulator, customer);
    }
    simulator.save();
    response.redirect(303, `/p/session/${session.id}`);
  };
}

/** A subscription of another customer counts as missing. */
function ownSubscription({ tables }: Simulation, customer: string, id: string): Stripe.Subscription {
  const subscription = tables.subscriptions.get(id);
  if (subscription?.customer !== customer) throw missing('subscription', id);
  if (subscription.status === 'canceled') throw invalidRequest('This subscription has ended.');
  return subscription;
}
