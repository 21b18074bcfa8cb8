/** What a process knows of its own work on a queue. */
export interface Progress {
  /** A job was taken up or finished. */
  readonly note: () => void;
  /** What a look at the queue showed. */
  readonly look: (waiting: number) => void;
  /** How long work has been waiting while nothing moved. */
  readonly stillMs: () => number;
  /** Why the work has come to a standstill, or null. */
  readonly standstill: () => string | null;
}

export interface ProgressOptions {
  /** Work that waits for this long while nothing moves means that this process has lost its grip on the queue. */
  readonly timeoutMs: number;
  readonly now?: () => number;
}

/**
 * Tells a consumer that is stuck from one that has nothing to do: only work that waits while nothing moves counts. A
 * connection that looks alive says nothing about it, and neither does a failure, which others may have caused.
 */
export function createProgress({ timeoutMs, now = () => performance.now() }: ProgressOptions): Progress {
  let movedAtMs = now();
  let waitingSinceMs: number | null = null;

  function stillMs(): number {
    return waitingSinceMs === null ? 0 : now() - Math.max(movedAtMs, waitingSinceMs);
  }

  return {
    note: () => {
      movedAtMs = now();
    },
    look: (waiting) => {
      if (waiting === 0) waitingSinceMs = null;
      else waitingSinceMs ??= now();
    },
    stillMs,
    standstill: () => {
      const ms = stillMs();
      return ms > timeoutMs ? `no job has moved for ${Math.round(ms / 1_000)} seconds while some wait` : null;
    },
  };
}
