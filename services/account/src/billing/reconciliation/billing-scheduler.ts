import { syncProducts } from '#billing/products/sync-products.ts';
import { reconcileOnceADay } from '#billing/reconciliation/reconcile.ts';
import { sweepBilling } from '#billing/reconciliation/sweep-billing.ts';
import { workOffEvents } from '#billing/reconciliation/work-off-events.ts';
import { repeat, repeatEvery } from '#billing/repeat.ts';
import type { SyncDeps } from '#billing/subscription/sync-customer.ts';
import type { AccountDeps } from '#deps/account-deps.ts';

export interface BillingClock {
  readonly start: () => void;
  /** Waits for what is being worked on. */
  readonly stop: () => Promise<void>;
}

/** An event that another process kept, or that is to be tried again, is found so soon. */
const eventsEveryMs = 1_000;
const sweepEveryMs = 60_000;
const reconcileEveryMs = 3_600_000;
/** Stripe may be away when we begin: asked again after a second, then less and less often. */
const firstProductPauseMs = 1_000;
const longestProductPauseMs = 60_000;

/** Everything of billing that happens without anybody waiting for it. */
export function createBillingClock(deps: SyncDeps & Pick<AccountDeps, 'bell'>): BillingClock {
  const { logger } = deps;
  let productPauseMs = firstProductPauseMs / 2;

  async function takeProducts(): Promise<number | null> {
    try {
      await syncProducts(deps);
      return null;
    } catch (err) {
      logger.warn({ err }, 'the products could not be read from Stripe');
      productPauseMs = Math.min(productPauseMs * 2, longestProductPauseMs);
      return productPauseMs;
    }
  }

  const events = repeatEvery(eventsEveryMs, { logger, complaint: 'events of Stripe could not be read' }, (signal) =>
    workOffEvents(deps, signal),
  );
  const all = [
    events,
    repeat(takeProducts),
    repeatEvery(sweepEveryMs, { logger, complaint: 'billing could not be swept' }, (signal) =>
      sweepBilling(deps, signal),
    ),
    repeatEvery(reconcileEveryMs, { logger, complaint: 'billing could not be held against Stripe' }, (signal) =>
      reconcileOnceADay(deps, signal),
    ),
  ];
  return {
    start: () => {
      deps.bell.answer(events.kick);
      for (const each of all) each.kick();
    },
    stop: async () => {
      deps.bell.answer(() => undefined);
      await Promise.all(all.map((each) => each.stop()));
    },
  };
}
