/** Detects a consumer that is stuck. */
export interface Progress {
  /** A job started or ended. */
  readonly note: () => void;
  /** The number of waiting jobs at a check. */
  readonly look: (waiting: number) => void;
  /** How long jobs have waited while none started or ended. */
  readonly stillMs: () => number;
  /** The reason why the consumer counts as stuck, or null. */
  readonly standstill: () => string | null;
}

export interface ProgressOptions {
  /** Jobs that wait for this long while none starts or ends mean that the consumer is stuck. */
  readonly timeoutMs: number;
  readonly now?: () => number;
}

/**
 * Only jobs that wait while none moves count, so an idle consumer is not stuck. An open connection proves
 * nothing, and neither does a failed job, which others may have caused.
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
