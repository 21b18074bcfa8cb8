import type { User } from '@inlet/db/client';
import type { Actor } from '#access/actor.ts';
import { recordAudit } from '#access/audit/record-audit.ts';
import type { BillingDeps } from '#billing/billing-deps.ts';
import { askStripe } from '#billing/changes/ask-stripe.ts';
import { followSubscription } from '#billing/changes/follow-subscription.ts';
import { requireSubscription } from '#billing/changes/require-subscription.ts';

/** Cancels the account's subscription at the end of the paid period, or undoes that. */
export function setCancellation(deps: BillingDeps, actor: Actor, user: User, isEnding: boolean): Promise<void> {
  return askStripe(deps, async () => {
    const { id, customer, ending } = await requireSubscription(deps, user);
    if ((ending !== null) !== isEnding) {
      await deps.stripe.subscriptions.update(
        id,
        ending === 'at a moment' ? { cancel_at: '' } : { cancel_at_period_end: isEnding },
      );
      await recordAudit(deps.database.prisma, actor, isEnding ? 'billing.cancelled' : 'billing.resumed');
    }
    await followSubscription(deps, customer);
  });
}
