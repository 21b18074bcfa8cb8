/** What is under way, by the names of the counters that it counts in. */
export interface UnderWay {
  readonly begin: (names: readonly string[], work: Promise<unknown>) => void;
  /** Resolves when all that counts in one of the counters now is over; null where nothing does. */
  readonly settled: (names: readonly string[]) => Promise<unknown> | null;
  /** How many have ended. When it grows, there may be room again for an attempt that was just refused. */
  readonly ended: () => number;
}

/** Knows which guesses of this process may still give their attempt back. */
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
