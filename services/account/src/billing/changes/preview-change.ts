import type { ChangePreview } from '@inlet/contracts/billing';
import type { User } from '@inlet/db/client';
import type Stripe from 'stripe';
import type { BillingDeps } from '#billing/billing-deps.ts';
import { askStripe } from '#billing/changes/ask-stripe.ts';
import { changeParams, findChange } from '#billing/changes/find-change.ts';
import { dateOf } from '#billing/stripe-client.ts';
import { samePrice } from '#errors.ts';

/** The current cost of a change to another price, as calculated by Stripe. */
export function previewChange(deps: BillingDeps, user: User, priceId: string): Promise<ChangePreview> {
  return askStripe(deps, async () => {
    const change = await findChange(deps, user, priceId);
    const { id, customer, item } = change.subscription;
    if (item.price.id === priceId) throw samePrice();
    const prorationAt = Math.max(Math.floor(Date.now() / 1_000), item.current_period_start);
    const invoice = await deps.stripe.invoices.createPreview({
      customer,
      subscription: id,
      subscription_details: changeParams(change, prorationAt),
    });
    return present(invoice, priceId, prorationAt);
  });
}

function present(invoice: Stripe.Invoice, priceId: string, prorationAt: number): ChangePreview {
  const { currency, lines, total, starting_balance: balance, amount_due: dueNow } = invoice;
  return {
    priceId,
    currency,
    lines: lines.data.map(({ description, amount }) => ({ description: description ?? '', amount })),
    // Stripe represents credit as a negative balance.
    creditBefore: Math.max(0, -balance),
    dueNow,
    creditAfter: Math.max(0, -(total + balance)),
    renewsAt: dateOf(Math.max(...lines.data.map(({ period }) => period.end))).toISOString(),
    prorationAt: dateOf(prorationAt).toISOString(),
  };
}
