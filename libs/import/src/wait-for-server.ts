import type { AwayError, ImportRun } from '#run-import.ts';

/** Attempts of one call. With the pauses between them they outlast a restart, and a minute's limit of requests. */
const attemptsMax = 8;
const pauseMaxMs = 20_000;
/** The longest pause that a server can ask for. A timer of some weeks would end at once. */
const askedMaxMs = 60_000;

export interface Waiting {
  readonly signal: AbortSignal;
  /** Called before each pause. */
  readonly onWait: (error: AwayError) => void;
  /** Waits between two attempts; tests do not. */
  readonly pause?: ((ms: number, signal: AbortSignal) => Promise<void>) | undefined;
}

/** Waits before a call is sent again, and throws the reason if it was sent often enough. */
export function createWait({ signal, onWait, pause = pauseFor }: Waiting): ImportRun['wait'] {
  return async (error, attempt) => {
    if (attempt >= attemptsMax) throw error.cause;
    onWait(error);
    const askedMs = Math.min(askedMaxMs, error.waitMs ?? 0);
    await pause(Math.max(askedMs, Math.min(pauseMaxMs, 500 * 2 ** attempt)), signal);
  };
}

/** Resolves early if the run is stopped. */
function pauseFor(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) return resolve();
    const end = () => {
      clearTimeout(timer);
      resolve();
    };
    const timer = setTimeout(end, ms);
    signal.addEventListener('abort', end, { once: true });
  });
}
