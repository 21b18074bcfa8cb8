import type { BillingDeps } from '#billing/billing-deps.ts';
import { type DueEvent, isAnyDue, markProcessed, postpone, takeEvent } from '#billing/events/stripe-events.store.ts';
import { handleEvent } from '#billing/reconciliation/handle-event.ts';

/** Each waits for Stripe most of its time. */
const atOnce = 3;
const longestPauseSeconds = 600;

/** Processes every event that is due. One that fails is tried again, after a pause that grows. */
export async function workOffEvents(deps: BillingDeps, signal: AbortSignal): Promise<void> {
  if (!(await isAnyDue(deps.database.pool))) return;
  await Promise.all(Array.from({ length: atOnce }, () => workOff(deps, signal)));
}

async function workOff(deps: BillingDeps, signal: AbortSignal): Promise<void> {
  const { pool } = deps.database;
  while (!signal.aborted) {
    const event = await takeEvent(pool);
    if (!event) return;
    await attempt(deps, event);
  }
}

async function attempt(deps: BillingDeps, event: DueEvent): Promise<void> {
  const { pool } = deps.database;
  try {
    await handleEvent(deps, event);
    await markProcessed(pool, event.id);
  } catch (err) {
    deps.logger.warn({ err, eventId: event.id, type: event.type }, 'stripe events: attempt failed');
    const pauseSeconds = Math.min(2 ** event.attempts, longestPauseSeconds);
    await postpone(pool, event.id, pauseSeconds, err instanceof Error ? err.message : String(err));
  }
}
