import type { Round } from '@inlet/process/background-loop';
import type { BillingDeps } from '#billing/billing-deps.ts';
import { syncProducts } from '#billing/products/sync-products.ts';

/** Stripe may be away at startup: it is retried after a second, then with increasing pauses. */
const firstPauseMs = 1_000;
const longestPauseMs = 60_000;
/** The log message for a failed attempt. */
export const productsComplaint = 'stripe products: read failed';

/** Reads the products from Stripe, and retries until it succeeds. */
export async function refreshProducts(deps: BillingDeps, { signal, rest }: Round): Promise<void> {
  for (let pauseMs = firstPauseMs; !signal.aborted; pauseMs = Math.min(2 * pauseMs, longestPauseMs)) {
    try {
      return await syncProducts(deps);
    } catch (err) {
      deps.logger.warn({ err }, productsComplaint);
      await rest(pauseMs);
    }
  }
}
