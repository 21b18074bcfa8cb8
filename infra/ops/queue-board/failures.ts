/** In one window. A person mistypes twice or thrice; many addresses at once are no person. */
const defaultLimits = { perAddress: 10, inAll: 100, windowMs: 600_000 };

/** Limits failures in windows of a fixed length; what is kept is bounded by the failures that are allowed in all. */
export function createFailures({ perAddress, inAll, windowMs } = defaultLimits, now = Date.now) {
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
    /** Seconds until somebody may try again, or null where they may now. */
    pauseSeconds: (who: string) => {
      turnPage();
      const isOver = total >= inAll || (counts.get(who) ?? 0) >= perAddress;
      return isOver ? Math.ceil((endsAtMs - now()) / 1_000) : null;
    },
    note: (who: string) => {
      turnPage();
      total += 1;
      counts.set(who, (counts.get(who) ?? 0) + 1);
    },
  };
}
