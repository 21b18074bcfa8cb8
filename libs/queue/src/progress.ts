/** Detects a consumer that is stuck. */
export interface Progress {
  /** A job started or ended, and so many are under way now. */
  readonly note: (underWay: number) => void;
  /** The number of waiting jobs at a check. */
  readonly look: (waiting: number) => void;
  /** How long jobs have waited or been under way while none started or ended. */
  readonly stillMs: () => number;
  /** The reason why the consumer counts as stuck, or null. */
  readonly standstill: () => string | null;
}

export interface ProgressOptions {
  /** Jobs that wait or are under way for this long while none starts or ends mean that the consumer is stuck. */
  readonly timeoutMs: number;
  readonly now?: () => number;
}

/**
 * Only jobs that wait, or that it has itself, while none moves count, so an idle consumer is not stuck. An open
 * connection proves nothing, and neither does a failed job, which others may have caused.
 */
export function createProgress({ timeoutMs, now = () => performance.now() }: ProgressOptions): Progress {
  let movedAtMs = now();
  let waitingSinceMs: number | null = null;
  let held = 0;

  function stillMs(): number {
    return waitingSinceMs === null && held === 0 ? 0 : now() - Math.max(movedAtMs, waitingSinceMs ?? 0);
  }

  return {
    note: (underWay) => {
      movedAtMs = now();
      held = underWay;
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
