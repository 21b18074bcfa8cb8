const secondMs = 1_000;
const minuteMs = 60 * secondMs;
const hourMs = 60 * minuteMs;

/** The waits between attempts. The last ones are half a day each, up to a total of three days. */
const waitsMs = [
  5 * secondMs,
  30 * secondMs,
  5 * minuteMs,
  30 * minuteMs,
  2 * hourMs,
  5 * hourMs,
  10 * hourMs,
  10 * hourMs,
  12 * hourMs,
  12 * hourMs,
  12 * hourMs,
];

/** The number of attempts for a delivery, including the first. */
export const attemptsMax = waitsMs.length + 1;

/** A receiver may ask for a longer wait, but not for more than the longest wait of the schedule. */
const retryAfterMaxMs = 12 * hourMs;
/** The random share of a wait, so that deliveries that failed together are not retried together. */
const jitter = 0.1;

/**
 * The time until the next attempt, after this many attempts; undefined if there is none. A receiver's `Retry-After` can
 * make it longer, never shorter.
 */
export function nextAttemptInMs(attemptsMade: number, retryAfterMs = 0, random = Math.random): number | undefined {
  const waitMs = waitsMs[attemptsMade - 1];
  if (waitMs === undefined) return undefined;
  const leastMs = Math.max(waitMs, Math.min(retryAfterMs, retryAfterMaxMs));
  return Math.round(leastMs * (1 + jitter * random()));
}

/** Reads the header `Retry-After`: seconds, or a date. */
export function readRetryAfter(value: string | undefined, now = Date.now()): number | undefined {
  if (value === undefined) return undefined;
  // Date.parse accepts almost any text as a date, even -1.
  const dateMs = value.endsWith(' GMT') ? Date.parse(value) - now : Number.NaN;
  const ms = /^\d+(\.\d+)?$/.test(value) ? Number(value) * secondMs : dateMs;
  return Number.isFinite(ms) ? Math.max(0, Math.ceil(ms)) : undefined;
}
