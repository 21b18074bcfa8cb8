/** Pending work by the names of its counters. */
export interface UnderWay {
  readonly begin: (names: readonly string[], work: Promise<unknown>) => void;
  /** Resolves when all pending work of one of the counters is over; null if there is none. */
  readonly settled: (names: readonly string[]) => Promise<unknown> | null;
  /** The number of finished ones. When it grows, a refused attempt may be allowed now. */
  readonly ended: () => number;
}

/** Tracks which guesses of this process may still return their attempt. */
export function createUnderWay(): UnderWay {
  const works = new Map<string, Set<Promise<unknown>>>();
  let ended = 0;

  function remove(name: string, work: Promise<unknown>): void {
    const ofName = works.get(name);
    ofName?.delete(work);
    if (ofName?.size === 0) works.delete(name);
  }

  return {
    begin: (names, work) => {
      for (const name of names) works.set(name, (works.get(name) ?? new Set()).add(work));
      const end = () => {
        ended += 1;
        for (const name of names) remove(name, work);
      };
      work.then(end, end);
    },
    settled: (names) => {
      const waiting = new Set(names.flatMap((name) => [...(works.get(name) ?? [])]));
      return waiting.size === 0 ? null : Promise.allSettled(waiting);
    },
    ended: () => ended,
  };
}
