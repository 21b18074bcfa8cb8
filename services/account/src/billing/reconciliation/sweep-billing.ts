import type { BillingDeps } from '#billing/billing-deps.ts';
import { findOverdue } from '#billing/checkout/checkouts.store.ts';
import { settleCheckout } from '#billing/checkout/settle-checkout.ts';
import { forgetOldEvents } from '#billing/events/stripe-events.store.ts';
import { graceMs } from '#billing/subscription/grace.ts';
import { findOverdueCustomers } from '#billing/subscription/subscriptions.store.ts';
import { syncCustomer } from '#billing/subscription/sync-customer.ts';

/**
 * Stripe expires a session on its own; its outcome is read a little later. This is also four times the timeout of a
 * request, so a session that does not exist by then will never be created.
 */
const overdueAfterMs = 2 * 60_000;
const overdueAtOnce = 20;

/** Follows up on what events may not report: expired checkouts, and expired grace periods. */
export async function sweepBilling(deps: BillingDeps, signal: AbortSignal): Promise<void> {
  const { prisma, pool } = deps.database;
  const checkouts = await findOverdue(prisma, new Date(Date.now() - overdueAfterMs), overdueAtOnce);
  const customers = await findOverdueCustomers(prisma, new Date(Date.now() - graceMs));
  const all = [
    ...checkouts.map(
      (checkout) => () => settleCheckout(deps, checkout, { mayStayOpen: checkout.expiresAt.getTime() > Date.now() }),
    ),
    ...customers.map((customer) => () => syncCustomer(deps, customer)),
  ];
  for (const work of all) {
    if (signal.aborted) return;
    // An item that cannot be settled must not block the others.
    await work().catch((err: unknown) => deps.logger.warn({ err }, 'billing sweep: item failed'));
  }
  await forgetOldEvents(pool);
}
