import type Stripe from 'stripe';
import * as z from 'zod';
import { readParams } from '#api/read-params.ts';
import { cancelAtPeriodEnd, endSubscription, resumeSubscription } from '#billing/change-subscription.ts';
import { breakCard, repairCard } from '#billing/collect-invoice.ts';
import { changePlan, planChange } from '#billing/plan-change.ts';
import { requireCustomer, requirePrice, requireRow } from '#billing/require-row.ts';
import { invalidRequest, missing } from '#billing/stripe-failure.ts';
import { renewSubscription } from '#billing/subscription-period.ts';
import type { Simulation } from '#simulation.ts';

const formSchema = z.object({
  action: z.enum(['break-card', 'repair-card', 'change', 'cancel-at-end', 'resume', 'renew', 'cancel']),
  subscription: z.string().default(''),
  price: z.string().default(''),
});

/** Carries out an action of the portal, and shows the portal again. */
export function actInPortal(simulation: Simulation, form: unknown, id: string): string {
  const session = requireRow(simulation.tables.portalSessions, 'billing_portal.session', id);
  const customer = requireCustomer(simulation, session.customer).id;
  const { action, subscription, price } = readParams(formSchema, form);
  if (action === 'break-card') breakCard(simulation, customer);
  else if (action === 'repair-card') repairCard(simulation, customer);
  else acts[action](simulation, ownSubscription(simulation, customer, subscription), price);
  return `/p/session/${id}`;
}

const acts = {
  change: (simulation, subscription, price) =>
    changePlan(simulation, planChange(simulation, subscription, requirePrice(simulation, price, 'price'))),
  'cancel-at-end': (simulation, { id }) => cancelAtPeriodEnd(simulation, id),
  resume: (simulation, { id }) => resumeSubscription(simulation, id),
  renew: (simulation, subscription) => {
    const now = simulation.clock.now();
    renewSubscription(simulation, subscription, now, now);
  },
  cancel: (simulation, { id }) => endSubscription(simulation, id, 'cancellation_requested'),
} satisfies Record<string, (simulation: Simulation, subscription: Stripe.Subscription, price: string) => void>;

/** A subscription of another customer counts as missing. */
function ownSubscription({ tables }: Simulation, customer: string, id: string): Stripe.Subscription {
  const subscription = tables.subscriptions.get(id);
  if (subscription?.customer !== customer) throw missing('subscription', id);
  if (subscription.status === 'canceled') throw invalidRequest('This subscription has ended.');
  return subscription;
}
