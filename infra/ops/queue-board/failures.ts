/** Counts what failed, by who tried and in all. */
export interface Failures {
  /** Seconds until somebody may try again, or null where they may now. */
  readonly pauseSeconds: (who: string) => number | null;
  readonly note: (who: string) => void;
}

export interface FailureLimits {
  /** Failures of one address, and of all addresses together, in one window. */
  readonly perAddress: number;
  readonly inAll: number;
  readonly windowMs: number;
  readonly now?: () => number;
}

/** A person mistypes twice or thrice; many addresses at once are no person. */
const defaultLimits = { perAddress: 10, inAll: 100, windowMs: 600_000 };

/** Limits failures in windows of a fixed length; what is kept is bounded by the failures that are allowed in all. */
export function createFailures({
  perAddress,
  inAll,
  windowMs,
  now = Date.now,
}: FailureLimits = defaultLimits): Failures {
  let counts = new Map<string, number>();
  let total = 0;
  let endsAtMs = now() + windowMs;

  function turnPage(): void {
    if (now() < endsAtMs) return;
    counts = new Map();
    total = 0;
    endsAtMs = now() + windowMs;
  }

  return {
    pauseSeconds: (who) => {
      turnPage();
      const isOver = total >= inAll || (counts.get(who) ?? 0) >= perAddress;
      return isOver ? Math.ceil((endsAtMs - now()) / 1_000) : null;
    },
    note: (who) => {
      turnPage();
      total += 1;
      counts.set(who, (counts.get(who) ?? 0) + 1);
    },
  };
}
