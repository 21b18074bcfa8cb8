import { inTime } from '@inlet/process/in-time';
import { createSemaphore } from '@inlet/process/semaphore';
import type { PathSwitch } from '#paths/path-switch.ts';

/** Stores the next batch of a lane when it is the lane's turn, and resolves when the batch is stored. */
export type TakeTurn = (storeNext: () => Promise<void>) => Promise<void>;

/** For a lane that waits for no other one. */
export const atOnce: TakeTurn = (storeNext) => storeNext();

export interface TurnLimits {
  /** The next lane has its turn after this time, although the batch is not stored yet. */
  readonly turnMs: number;
  /** A lane stores its batch after this time, although it is not its turn. */
  readonly waitMs: number;
}

/** Redis replies within some milliseconds. Lanes whose Redis is slower delay the others by the second limit at most. */
const usualLimits: TurnLimits = { turnMs: 50, waitMs: 200 };

/**
 * Lets the lanes of a process store their batches one after another. Meanwhile the batches of the other lanes grow:
 * each batch costs time in every process, however small it is, and lanes that do not wait for each other would store
 * several times as many.
 */
export function createTurns({ turnMs, waitMs }: TurnLimits = usualLimits): TakeTurn {
  const turn = createSemaphore(1);
  return async (storeNext) => {
    let stored: Promise<void> | undefined;
    const store = () => {
      stored = storeNext();
      return inTime(stored, turnMs);
    };
    await turn.run(store, AbortSignal.timeout(waitMs)).catch(() => undefined);
    await (stored ?? storeNext());
  };
}

/** A lane whose batches go directly to the worker takes no turns: they are slower than Redis. */
export function turnsInQueue(takeTurn: TakeTurn, { isDirect }: Pick<PathSwitch, 'isDirect'>): TakeTurn {
  return (storeNext) => (isDirect() ? storeNext() : takeTurn(storeNext));
}
