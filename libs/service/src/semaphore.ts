/** A FIFO semaphore: so many pieces of work run at once, and the others wait in the order in which they came. */
export interface Semaphore {
  readonly run: <T>(work: () => Promise<T>) => Promise<T>;
}

export function createSemaphore(permits: number): Semaphore {
  const waiting: (() => void)[] = [];
  let working = 0;

  return {
    run: async (work) => {
      // Finished work hands its permit to the next waiter, so later callers cannot overtake.
      if (working < permits) working += 1;
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
