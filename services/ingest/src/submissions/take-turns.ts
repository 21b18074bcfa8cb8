import { inTime } from '@inlet/process/in-time';
import { createSemaphore } from '@inlet/process/semaphore';
import type { PathSwitch } from '#paths/path-switch.ts';

/** Stores the next batch of a lane when it is the lane's turn, and resolves when the batch is stored. */
export type TakeTurn = (storeNext: () => Promise<void>) => Promise<void>;

/** For a lane that waits for no other one. */
export const atOnce: TakeTurn = (storeNext) => storeNext();

/**
 * Redis replies within some milliseconds. A lane whose Redis is slower delays the others by this much at each of its
 * turns, until it leaves its queue.
 */
const longestTurnMs = 50;

/**
 * Lets the lanes of a process store their batches one after another. Meanwhile the batches of the other lanes grow:
 * each batch costs time in every process, however small it is, and lanes that do not wait for each other would store
 * several times as many.
 */
export function createTurns(): TakeTurn {
  const turn = createSemaphore(1);
  return async (storeNext) => {
    let stored: Promise<void> | undefined;
    await turn.run(() => {
      stored = storeNext();
      return inTime(stored, longestTurnMs);
    });
    await stored;
  };
}

/** A lane whose batches go directly to the worker takes no turns: they are slower than Redis. */
export function turnsInQueue(takeTurn: TakeTurn, { isDirect }: Pick<PathSwitch, 'isDirect'>): TakeTurn {
  return (storeNext) => (isDirect() ? storeNext() : takeTurn(storeNext));
}
