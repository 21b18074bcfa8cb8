/** A FIFO semaphore: a limited number of calls run at once, and the others wait in order of arrival. */
export interface Semaphore {
  /** The signal ends the wait for a permit, but not the work. */
  readonly run: <T>(work: () => Promise<T>, signal?: AbortSignal) => Promise<T>;
}

export function createSemaphore(permits: number): Semaphore {
  const waiting = new Set<() => void>();
  let working = 0;

  function waitForPermit(signal?: AbortSignal): Promise<void> {
    return new Promise((begin, reject) => {
      waiting.add(begin);
      signal?.addEventListener('abort', () => waiting.delete(begin) && reject(signal.reason), { once: true });
    });
  }

  return {
    run: async (work, signal) => {
      signal?.throwIfAborted();
      // Finished work hands its permit to the next waiter, so later callers cannot overtake.
      if (working < permits) working += 1;
      else await waitForPermit(signal);
      try {
        return await work();
      } finally {
        const [next] = waiting;
        if (next) {
          waiting.delete(next);
          next();
        } else working -= 1;
      }
    },
  };
}
