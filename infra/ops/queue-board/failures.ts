/** In one window. A person mistypes twice or three times; failures from many addresses are an attack. */
const defaultLimits = { perAddress: 10, inAll: 100, windowMs: 600_000 };

/** Limits failures in windows of a fixed length; the total limit of failures also bounds the memory. */
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
    /** Seconds until the next attempt is allowed, or null if it is allowed now. */
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
