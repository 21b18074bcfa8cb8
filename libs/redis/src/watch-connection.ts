import type { RedisConnection } from '#connections.ts';

export interface ConnectionWatch {
  /** The latest time, in milliseconds since the process started, at which every earlier message had arrived. */
  readonly provenAtMs: () => number;
  readonly close: () => void;
}

const askEveryMs = 2_000;

/**
 * Pings Redis over the subscriber connection. Redis replies in order, so a reply proves that every earlier message has
 * arrived. The connection may be broken without an error; its own idle timeout replaces it.
 */
export function watchConnection(subscriber: RedisConnection, everyMs = askEveryMs): ConnectionWatch {
  let provenAtMs = Number.NEGATIVE_INFINITY;
  let isWaiting = false;

  async function ask(): Promise<void> {
    if (isWaiting || subscriber.status !== 'ready') return;
    isWaiting = true;
    const askedAtMs = performance.now();
    try {
      await subscriber.ping();
      provenAtMs = askedAtMs;
    } catch {
      // The next reply proves the same.
    } finally {
      isWaiting = false;
    }
  }

  const timer = setInterval(() => void ask(), everyMs);
  timer.unref();
  void ask();
  return { provenAtMs: () => provenAtMs, close: () => clearInterval(timer) };
}
