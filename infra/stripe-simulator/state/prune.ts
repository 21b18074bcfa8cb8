import type { Tables } from '#state/tables.ts';

/** Stripe keeps idempotency keys for at least a day. */
const answerTtlMs = 24 * 60 * 60 * 1_000;
/** About 3 kB each: at most 6 MB of events. */
const eventsMax = 2_000;

/** Removes old answers, events and deliveries, so that the state's file stays small. */
export function prune({ answers, events, deliveries }: Tables, nowMs = Date.now()): void {
  for (const { id, atMs } of answers.values()) if (nowMs - atMs > answerTtlMs) answers.delete(id);
  for (const id of events.keys()) {
    if (events.size <= eventsMax) break;
    events.delete(id);
  }
  for (const { id, event } of deliveries.values()) if (!events.has(event)) deliveries.delete(id);
}
