import type { User } from '@inlet/db/client';
import type { BillingDeps } from '#billing/billing-deps.ts';
import { type OwnSubscription, requireSubscription } from '#billing/changes/require-subscription.ts';
import { expectSpot, findOffer, type Offer } from '#billing/checkout/find-offer.ts';
import { paymentDue, subscriptionEnds } from '#errors.ts';

export interface PlanChange {
  readonly subscription: OwnSubscription;
  readonly offer: Offer;
}

/** A change to another price that this account may make. */
export async function findChange(deps: BillingDeps, user: User, priceId: string): Promise<PlanChange> {
  const subscription = await requireSubscription(deps, user);
  const { status, ending } = subscription;
  if (status !== 'active' && status !== 'trialing') throw paymentDue();
  if (ending !== null) throw subscriptionEnds();
  const offer = await findOffer(deps, user, priceId);
  await expectSpot(deps, offer, user.id);
  return { subscription, offer };
}

/** Stripe's parameters of a change, for the preview and for the change itself. */
export function changeParams({ subscription, offer }: PlanChange, prorationAt: number) {
  return {
    items: [{ id: subscription.item.id, price: offer.priceId }],
    proration_behavior: 'always_invoice' as const,
    proration_date: prorationAt,
  };
}
