/** Lets so many do their work at once; the others wait for their turn, in the order in which they came. */
export interface Turns {
  readonly take: <T>(work: () => Promise<T>) => Promise<T>;
}

export function createTurns(atOnce: number): Turns {
  const waiting: (() => void)[] = [];
  let working = 0;

  return {
    take: async (work) => {
      // Whoever ends hands its place on, so nobody who comes in between can slip in.
      if (working < atOnce) working += 1;
      else await new Promise<void>((begin) => waiting.push(begin));
      try {
        return await work();
      } finally {
        const next = waiting.shift();
        if (next) next();
        else working -= 1;
      }
    },
  };
}
