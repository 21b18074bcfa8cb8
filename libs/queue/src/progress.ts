/** Detects a consumer that is stuck. */
export interface Progress {
  /** Call it when a job starts or ends, with the number of running jobs. */
  readonly note: (underWay: number) => void;
  /** Call it with the number of waiting jobs at each check. */
  readonly look: (waiting: number) => void;
  /** How long jobs have been waiting or running while none started or ended. */
  readonly stillMs: () => number;
  /** The reason why the consumer counts as stuck, or null. */
  readonly standstill: () => string | null;
}

export interface ProgressOptions {
  /** The consumer is stuck if jobs wait or run for this long while none starts or ends. */
  readonly timeoutMs: number;
  readonly now?: () => number;
}

/**
 * Only time with waiting or running jobs counts, so an idle consumer is not stuck. An open connection proves nothing,
 * and neither does a failed job, which others may have caused.
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
