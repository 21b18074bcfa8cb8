import { setTimeout as pause } from 'node:timers/promises';
import type { Logger } from '#logger.ts';

export interface BackgroundLoop {
  /** Ends the pause at once; during a round, the next round follows without a pause. */
  readonly wake: () => void;
  /** Starts no further round, ends every pause at once, and waits for the current round. */
  readonly close: () => Promise<void>;
}

export interface LoopOptions {
  /** Pause between two rounds. */
  readonly intervalMs: number;
  /** Pause after a failed round; by default, `intervalMs`. */
  readonly retryMs?: number | undefined;
  readonly logger: Pick<Logger, 'warn'>;
  /** The log message for a failed round. */
  readonly complaint: string;
}

/** The context of a round. */
export interface Round {
  readonly signal: AbortSignal;
  /** Waits; closing the loop ends the wait at once. */
  readonly rest: (ms: number) => Promise<void>;
}

/**
 * Repeats work in the background until it is closed. A failed round is retried after the pause; only the first of
 * consecutive failures is logged, because an outage would fill the log. A watch that must notice a hanging check uses
 * `setInterval` instead: the loop would hang with it.
 */
export function startBackgroundLoop(
  { intervalMs, retryMs = intervalMs, logger, complaint }: LoopOptions,
  work: (round: Round) => Promise<void>,
): BackgroundLoop {
  const closing = new AbortController();
  const { signal } = closing;
  let waking = new AbortController();
  let isFailing = false;

  const rest = (ms: number) => pauseUntil(ms, signal);

  async function run(): Promise<void> {
    while (!signal.aborted) {
      waking = new AbortController();
      try {
        await work({ signal, rest });
        isFailing = false;
      } catch (err) {
        if (!isFailing) logger.warn({ err }, complaint);
        isFailing = true;
      }
      await pauseUntil(isFailing ? retryMs : intervalMs, waking.signal);
    }
  }

  const running = run();
  return {
    wake: () => waking.abort(),
    close: async () => {
      closing.abort();
      waking.abort();
      await running;
    },
  };
}

async function pauseUntil(ms: number, signal: AbortSignal): Promise<void> {
  await pause(ms, undefined, { signal }).catch(() => undefined);
}
