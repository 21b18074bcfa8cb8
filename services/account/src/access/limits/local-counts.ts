/** A limit by the name of its counter. */
export interface LocalCounter {
  readonly name: string;
  readonly max: number;
  readonly windowSeconds: number;
}

export interface LocalCounts {
  /** Counts one attempt in every counter, or in none where one is full; answers the seconds to wait, 0 for none. */
  readonly take: (counters: readonly LocalCounter[]) => number;
  readonly release: (names: readonly string[]) => void;
  readonly size: () => number;
}

interface Count {
  count: number;
  readonly endsAtMs: number;
}

/** At some 200 bytes each: 2 MB. Beyond that the oldest counter is dropped, and starts again at zero. */
const countersMax = 10_000;

/** Counts attempts in the memory of this process: coarse, because every process counts alone and a restart forgets. */
export function createLocalCounts(): LocalCounts {
  const counts = new Map<string, Count>();

  function living(name: string, nowMs: number): Count | undefined {
    const found = counts.get(name);
    if (found && found.endsAtMs > nowMs) return found;
    counts.delete(name);
    return undefined;
  }

  function add({ name, windowSeconds }: LocalCounter, nowMs: number): void {
    const found = living(name, nowMs);
    if (found) found.count += 1;
    else counts.set(name, { count: 1, endsAtMs: nowMs + windowSeconds * 1_000 });
    const [oldest] = counts.keys();
    if (counts.size > countersMax && oldest !== undefined) counts.delete(oldest);
  }

  return {
    take: (counters) => {
      const nowMs = Date.now();
      const waits = counters.map((counter) => {
        const found = living(counter.name, nowMs);
        return found && found.count >= counter.max ? Math.ceil((found.endsAtMs - nowMs) / 1_000) : 0;
      });
      const wait = Math.max(0, ...waits);
      if (wait === 0) for (const counter of counters) add(counter, nowMs);
      return wait;
    },
    release: (names) => {
      for (const name of names) {
        const found = living(name, Date.now());
        if (found && found.count > 0) found.count -= 1;
      }
    },
    size: () => counts.size,
  };
}
