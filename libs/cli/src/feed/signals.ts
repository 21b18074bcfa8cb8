import { pause } from '#connection/pause.ts';

/** Remembers that something happened until somebody waits for it. */
export interface News {
  readonly tell: () => void;
  /** Resolves at once if there was news since the last time; rejects when the signal is aborted. */
  readonly next: (signal: AbortSignal) => Promise<void>;
}

export function createNews(): News {
  let isWaiting = false;
  let wake: (() => void) | undefined;
  return {
    tell: () => {
      isWaiting = true;
      wake?.();
    },
    next: async (signal) => {
      signal.throwIfAborted();
      if (!isWaiting) {
        await new Promise<void>((resolve, reject) => {
          const abort = () => reject(signal.reason);
          signal.addEventListener('abort', abort, { once: true });
          wake = () => {
            signal.removeEventListener('abort', abort);
            resolve();
          };
        });
      }
      isWaiting = false;
    },
  };
}

const longestPauseMs = 5_000;

/** Waits longer with each failure in a row; random, so that many programs do not come back in the same moment. */
export async function pauseAfter(
  failures: number,
  signal: AbortSignal,
  { firstMs = 200, atLeastMs = 0 }: { readonly firstMs?: number; readonly atLeastMs?: number | undefined } = {},
): Promise<void> {
  const ms = Math.min(longestPauseMs, firstMs * 2 ** (failures - 1)) * (0.5 + Math.random() / 2);
  await pause(Math.max(ms, atLeastMs), signal);
}
