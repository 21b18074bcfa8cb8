import { readServerEvents, type ServerEvent } from '#lib/server-events.ts';

export interface StreamFollower {
  readonly open: (options: { readonly signal: AbortSignal }) => Promise<Response>;
  readonly onOpen: () => void;
  readonly onEvent: (event: ServerEvent) => void;
  readonly onInterrupted: () => void;
}

/** The first pause is long enough for a restart of the service; the longest pause prevents a rush of clients. */
export const reconnectBaseMs = 500;
export const reconnectMaxMs = 30_000;
/** The service sends data every fifteen seconds; a connection that misses two of these is dead. */
export const idleTimeoutMs = 40_000;

/**
 * Follows a stream until it is stopped, and reopens it after a failure. While the page is hidden the stream is closed,
 * so that a forgotten tab costs nothing.
 */
export function followStream(follower: StreamFollower, page: Document = document): () => void {
  let leave: AbortController | null = null;

  async function follow(signal: AbortSignal): Promise<void> {
    for (let failures = 0; !signal.aborted; failures += 1) {
      try {
        await readOnce(signal, () => {
          failures = 0;
        });
      } catch {
        // Every failure is handled by reconnecting.
      }
      if (signal.aborted) return;
      follower.onInterrupted();
      await pause(delayAfter(failures), signal);
    }
  }

  async function readOnce(signal: AbortSignal, onHealthy: () => void): Promise<void> {
    const idle = new AbortController();
    const both = AbortSignal.any([signal, idle.signal]);
    let timer: ReturnType<typeof setTimeout> | undefined;
    const listen = () => {
      clearTimeout(timer);
      timer = setTimeout(() => idle.abort(), idleTimeoutMs);
    };
    try {
      const { body } = await follower.open({ signal: both });
      if (!body || signal.aborted) return;
      listen();
      onHealthy();
      follower.onOpen();
      for await (const events of readServerEvents(body)) {
        if (signal.aborted) return;
        listen();
        for (const event of events) if (event.data !== null) follower.onEvent(event);
      }
    } finally {
      clearTimeout(timer);
    }
  }

  function followWhileSeen(): void {
    if (page.visibilityState === 'hidden') {
      leave?.abort();
      leave = null;
    } else if (leave === null) {
      leave = new AbortController();
      void follow(leave.signal);
    }
  }

  page.addEventListener('visibilitychange', followWhileSeen);
  followWhileSeen();
  return () => {
    page.removeEventListener('visibilitychange', followWhileSeen);
    leave?.abort();
  };
}

/** Random over half of the delay, so that disconnected clients do not all reconnect at once. */
function delayAfter(failures: number): number {
  const delayMs = Math.min(reconnectMaxMs, reconnectBaseMs * 2 ** failures);
  return delayMs * (0.5 + Math.random() / 2);
}

function pause(delayMs: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, delayMs);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });
}
