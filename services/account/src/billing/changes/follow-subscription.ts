import type { BillingDeps } from '#billing/billing-deps.ts';
import { syncCustomer } from '#billing/subscription/sync-customer.ts';

/** Applies a change that Stripe has made. If this fails, Stripe's own event does it. */
export async function followSubscription(deps: BillingDeps, customer: string): Promise<void> {
  try {
    await syncCustomer(deps, customer);
  } catch (err) {
    deps.logger.warn({ err }, 'stripe: changed subscription could not be read');
  }
}
