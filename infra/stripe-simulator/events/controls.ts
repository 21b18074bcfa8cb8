import * as z from 'zod';

const copiesMax = 20;
const delayMaxMs = 60_000;
const allOfThem = Number.MAX_SAFE_INTEGER;

/** The faults of webhook deliveries. */
export const controlsSchema = z.strictObject({
  /** Further copies of each event. */
  duplicate: z.int().min(0).max(copiesMax),
  /** Due events are sent all at once, in any order. */
  shuffle: z.boolean(),
  /** How long each event waits before its first attempt. */
  delayMs: z.int().min(0).max(delayMaxMs),
  /** The number of next events that are never sent, or `true` for all; they stay listed as undelivered. */
  drop: z.union([z.literal(true).transform(() => allOfThem), z.int().min(0)]),
  /** No event is sent; all are kept for later. */
  pause: z.boolean(),
});

export type WebhookControls = Readonly<z.output<typeof controlsSchema>>;

export const gentleControls: WebhookControls = { duplicate: 0, shuffle: false, delayMs: 0, drop: 0, pause: false };
