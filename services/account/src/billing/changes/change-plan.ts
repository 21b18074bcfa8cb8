import type { ChangePlan } from '@inlet/contracts/billing';
import type { User } from '@inlet/db/client';
import type { Actor } from '#access/actor.ts';
import { recordAudit } from '#access/audit/record-audit.ts';
import type { BillingDeps } from '#billing/billing-deps.ts';
import { askStripe } from '#billing/changes/ask-stripe.ts';
import { changeParams, findChange, type PlanChange } from '#billing/changes/find-change.ts';
import { followSubscription } from '#billing/changes/follow-subscription.ts';
import { requireSubscription } from '#billing/changes/require-subscription.ts';
import { findLivingCheckout, markEnded } from '#billing/checkout/checkouts.store.ts';
import { claimCheckout, isCheckoutUsable } from '#billing/checkout/claim-checkout.ts';
import { settleCheckout } from '#billing/checkout/settle-checkout.ts';
import { findProductOfPrice } from '#billing/products/products.store.ts';
import { releaseHeld } from '#billing/products/spots.store.ts';
import { isRefusedByStripe } from '#billing/stripe-client.ts';
import { previewExpired } from '#errors.ts';

const previewSeconds = 3_600;
/** Our clock and Stripe's may differ. */
const clockSkewSeconds = 60;

/** Changes a subscription to another price at once, and charges or credits the difference from the preview. */
export function changePlan(deps: BillingDeps, actor: Actor, user: User, request: ChangePlan): Promise<void> {
  return askStripe(deps, async () => {
    const before = await requireSubscription(deps, user);
    // The response to an earlier identical request was lost.
    if (before.item.price.id === request.priceId) return followSubscription(deps, before.customer);
    const change = await findChange(deps, user, request.priceId);
    const prorationAt = readProration(change, request.prorationAt);
    const checkoutId = await reserve(deps, { userId: user.id, personId: actor.personId ?? user.id }, change);
    await update(deps, change, { prorationAt, checkoutId });
    await deps.database.prisma.$transaction(async (tx) => {
      if (checkoutId !== null) await markEnded(tx, checkoutId, 'completed');
      await recordAudit(tx, actor, 'billing.plan_changed', { from: user.plan, to: change.offer.planKey });
    });
    await followSubscription(deps, change.subscription.customer);
  });
}

/** The time of the preview. With a later one, a larger plan would cost less than its remaining time. */
function readProration({ subscription }: PlanChange, moment: string): number {
  const at = Math.floor(Date.parse(moment) / 1_000);
  const now = Math.floor(Date.now() / 1_000);
  const latest = Math.max(now + clockSkewSeconds, subscription.item.current_period_start);
  if (at < now - previewSeconds || at > latest) throw previewExpired();
  return Math.max(at, subscription.item.current_period_start);
}

interface Buyer {
  readonly userId: string;
  readonly personId: string;
}

/** Takes the spot of a limited plan as a checkout does; if we do not end it, the sweep of checkouts frees it. */
async function reserve(
  deps: BillingDeps,
  { userId, personId }: Buyer,
  { subscription, offer }: PlanChange,
): Promise<string | null> {
  if (!offer.isLimited) return null;
  const held = await findProductOfPrice(deps.database.prisma, subscription.item.price.id);
  // Another price of the same limited plan needs no other spot.
  if (held?.productId === offer.productId) return null;
  // The checkout of the first purchase may not be known as paid yet.
  const earlier = await findLivingCheckout(deps.database.prisma, userId);
  if (earlier && !isCheckoutUsable(earlier, offer)) await settleCheckout(deps, earlier, { mayStayOpen: false });
  return (await claimCheckout(deps, userId, offer, { isSubscribed: true, personId })).id;
}

interface Update {
  readonly prorationAt: number;
  readonly checkoutId: string | null;
}

async function update(deps: BillingDeps, change: PlanChange, { prorationAt, checkoutId }: Update): Promise<void> {
  const { id } = change.subscription;
  const key = { idempotencyKey: `change-${id}-${change.offer.priceId}-${prorationAt}` };
  // If a card is declined, nothing changes; otherwise a larger plan would be left with an open invoice.
  const params = { ...changeParams(change, prorationAt), payment_behavior: 'error_if_incomplete' as const };
  try {
    await deps.stripe.subscriptions.update(id, params, key);
  } catch (error) {
    // On a timeout the spot stays reserved: Stripe may have made the change anyway, and its event then sells the spot.
    if (checkoutId !== null && isRefusedByStripe(error)) {
      await deps.database.prisma.$transaction(async (tx) => {
        if (await markEnded(tx, checkoutId, 'failed')) await releaseHeld(tx, checkoutId);
      });
    }
    throw error;
  }
}
