import { type Round, startBackgroundLoop } from '@inlet/process/background-loop';
import type { BillingDeps } from '#billing/billing-deps.ts';
import type { Signal } from '#billing/events/signal.ts';
import { syncProducts } from '#billing/products/sync-products.ts';
import { reconcileOnceADay } from '#billing/reconciliation/reconcile.ts';
import { sweepBilling } from '#billing/reconciliation/sweep-billing.ts';
import { workOffEvents } from '#billing/reconciliation/work-off-events.ts';

export interface BillingScheduler {
  /** Waits for the work under way. */
  readonly close: () => Promise<void>;
}

/** An event that another process stored, or whose next attempt is due, is found within this time. */
const eventsEveryMs = 1_000;
const sweepEveryMs = 60_000;
const reconcileEveryMs = 3_600_000;
const productsEveryMs = 24 * 3_600_000;
/** Stripe may be away when we begin: asked again after a second, then less and less often. */
const firstProductPauseMs = 1_000;
const longestProductPauseMs = 60_000;
const productsComplaint = 'stripe products: read failed';

/** Starts the background work of billing. */
export function startBillingScheduler(deps: BillingDeps & { readonly eventSignal: Signal }): BillingScheduler {
  const { logger, eventSignal } = deps;
  const events = startBackgroundLoop(
    { intervalMs: eventsEveryMs, logger, complaint: 'stripe events: read failed' },
    ({ signal }) => workOffEvents(deps, signal),
  );
  const all = [
    events,
    startBackgroundLoop({ intervalMs: productsEveryMs, logger, complaint: productsComplaint }, (round) =>
      readProducts(deps, round),
    ),
    startBackgroundLoop({ intervalMs: sweepEveryMs, logger, complaint: 'billing sweep: failed' }, ({ signal }) =>
      sweepBilling(deps, signal),
    ),
    startBackgroundLoop(
      { intervalMs: reconcileEveryMs, logger, complaint: 'stripe reconciliation: failed' },
      ({ signal }) => reconcileOnceADay(deps, signal),
    ),
  ];
  eventSignal.listen(events.wake);
  return {
    close: async () => {
      eventSignal.listen(() => undefined);
      await Promise.all(all.map((loop) => loop.close()));
    },
  };
}

async function readProducts(deps: BillingDeps, { signal, rest }: Round): Promise<void> {
  for (let pauseMs = firstProductPauseMs; !signal.aborted; pauseMs = Math.min(2 * pauseMs, longestProductPauseMs)) {
    try {
      return await syncProducts(deps);
    } catch (err) {
      deps.logger.warn({ err }, productsComplaint);
      await rest(pauseMs);
    }
  }
}
