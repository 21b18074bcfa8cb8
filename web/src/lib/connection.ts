import type { Fetch } from '#lib/http.ts';

export interface Connection {
  /** The given fetch, with the result of each request observed. */
  readonly fetch: Fetch;
  isReachable(): boolean;
  subscribe(listener: () => void): () => void;
  /** Checks at once. Concurrent checks share one request. */
  check(): Promise<void>;
}

export interface ConnectionDeps {
  readonly fetch: Fetch;
  /** Calls the listener when the browser reports a change of the network. */
  readonly onHint: (listener: () => void) => void;
}

/** The pauses between checks while the service is away: 1 s, 2 s, 4 s, then every 8 s. */
export const checkPauseBaseMs = 1_000;
export const checkPauseMaxMs = 8_000;
const checkTimeoutMs = 5_000;

/**
 * Knows whether the service is reachable. One failed request is no proof, so a second request follows that any healthy
 * service answers at once. It decides, and is repeated until it succeeds.
 */
export function createConnection({ fetch, onHint }: ConnectionDeps): Connection {
  let isReachable = true;
  let failures = 0;
  let running: Promise<void> | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const listeners = new Set<() => void>();
  onHint(() => void check());

  return {
    async fetch(path, init) {
      try {
        const response = await fetch(path, init);
        if (isAway(response)) void check();
        return response;
      } catch (error) {
        // An aborted request says nothing about the service.
        if (!isAborted(error)) void check();
        throw error;
      }
    },
    isReachable: () => isReachable,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    check,
  };

  function check(): Promise<void> {
    // Only a new check replaces the timer. A check that is about to end has just set the timer.
    if (running === null) {
      clearTimeout(timer);
      running = ask().finally(() => {
        running = null;
      });
    }
    return running;
  }

  async function ask(): Promise<void> {
    const isAnswered = await answers();
    failures = isAnswered ? 0 : failures + 1;
    if (!isAnswered) {
      const pauseMs = Math.min(checkPauseBaseMs * 2 ** (failures - 1), checkPauseMaxMs);
      timer = setTimeout(() => void check(), pauseMs);
    }
    if (isAnswered === isReachable) return;
    isReachable = isAnswered;
    for (const listener of listeners) listener();
  }

  async function answers(): Promise<boolean> {
    try {
      return !isAway(await fetch('/api/config', { cache: 'no-store', signal: AbortSignal.timeout(checkTimeoutMs) }));
    } catch {
      return false;
    }
  }
}

/** A proxy returns these statuses when the service is away. */
function isAway({ status }: Response): boolean {
  return status === 502 || status === 503 || status === 504;
}

function isAborted(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'AbortError';
}
