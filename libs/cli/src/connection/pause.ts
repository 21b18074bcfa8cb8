import { setTimeout as pauseFor } from 'node:timers/promises';

/** A pause of more than 24 days overflows the timer, which then ends at once. */
const longestMs = 3_600_000;

/** Waits for this time, but for an hour at most: an installation may ask for any time. */
export async function pause(ms: number, signal?: AbortSignal): Promise<void> {
  await pauseFor(Math.min(ms, longestMs), undefined, signal && { signal });
}
