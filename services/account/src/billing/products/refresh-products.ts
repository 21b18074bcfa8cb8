import type { Round } from '@inlet/process/background-loop';
import type { BillingDeps } from '#billing/billing-deps.ts';
import { syncProducts } from '#billing/products/sync-products.ts';

/** Stripe may be away when we begin: asked again after a second, then less and less often. */
const firstPauseMs = 1_000;
const longestPauseMs = 60_000;
/** The log message of an attempt that failed. */
export const productsComplaint = 'stripe products: read failed';

/** Reads what is sold from Stripe, and tries again until it has. */
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
