import * as z from 'zod';

/** The faults of webhook deliveries. */
export interface WebhookControls {
  /** Further copies of each event. */
  readonly duplicate: number;
  /** Due events are sent all at once, in any order. */
  readonly shuffle: boolean;
  /** How long each event waits before its first attempt. */
  readonly delayMs: number;
  /** The number of next events that are never sent; they stay listed as undelivered. */
  readonly drop: number;
  /** No event is sent; all are kept for later. */
  readonly pause: boolean;
}

export const gentleControls: WebhookControls = { duplicate: 0, shuffle: false, delayMs: 0, drop: 0, pause: false };

const copiesMax = 20;
const delayMaxMs = 60_000;
const allOfThem = Number.MAX_SAFE_INTEGER;

/** `true` for "one more copy" and "drop all" saves the caller from thinking of a number. */
export const controlsSchema = z
  .strictObject({
    duplicate: z.union([z.boolean().transform(Number), z.int().min(0).max(copiesMax)]),
    shuffle: z.boolean(),
    delayMs: z.int().min(0).max(delayMaxMs),
    drop: z.union([z.boolean().transform((all) => (all ? allOfThem : 0)), z.int().min(0)]),
    pause: z.boolean(),
  })
  .partial();
