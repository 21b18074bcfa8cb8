import { searchesBusy } from '#errors.ts';

export interface SearchSemaphoreOptions {
  readonly ofAccount: number;
  readonly ofProcess: number;
  /** Longest wait for a permit. */
  readonly waitMs: number;
}

/** A semaphore over all searches of a process, in which no account has more than its share. */
export interface SearchSemaphore {
  /** Does the work when there is room for it. Refuses with 503 after the longest wait, and drops a caller that has left. */
  readonly run: <Answer>(userId: string, left: AbortSignal, work: () => Promise<Answer>) => Promise<Answer>;
}

/** Searches of one account that may wait: a person types on, and a program has a few connections. */
const waitingOfAccount = 20;

export function createSearchSemaphore({ ofAccount, ofProcess, waitMs }: SearchSemaphoreOptions): SearchSemaphore {
  const working = new Map<string, number>();
  const waiting: { readonly userId: string; readonly begin: () => void }[] = [];
  let total = 0;

  const hasRoom = (userId: string) => total < ofProcess && (working.get(userId) ?? 0) < ofAccount;

  function enter(userId: string): void {
    working.set(userId, (working.get(userId) ?? 0) + 1);
    total += 1;
  }

  /** The next is the first in the line whose account has room: one account's searches hold up no other's. */
  function leave(userId: string): void {
    const own = (working.get(userId) ?? 1) - 1;
    if (own === 0) working.delete(userId);
    else working.set(userId, own);
    total -= 1;
    const next = waiting.find((waiter) => hasRoom(waiter.userId));
    if (!next) return;
    waiting.splice(waiting.indexOf(next), 1);
    enter(next.userId);
    next.begin();
  }

  async function waitForPermit(userId: string, left: AbortSignal): Promise<void> {
    if (waiting.filter((waiter) => waiter.userId === userId).length >= waitingOfAccount) throw searchesBusy();
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const waiter = { userId, begin: resolve };
    const giveUp = (reason: unknown) => {
      const place = waiting.indexOf(waiter);
      if (place !== -1) waiting.splice(place, 1);
      reject(reason);
    };
    const onLeft = () => giveUp(left.reason);
    const timer = setTimeout(() => giveUp(searchesBusy()), waitMs);
    left.addEventListener('abort', onLeft, { once: true });
    waiting.push(waiter);
    try {
      await promise;
    } finally {
      clearTimeout(timer);
      left.removeEventListener('abort', onLeft);
    }
  }

  return {
    run: async (userId, left, work) => {
      left.throwIfAborted();
      if (hasRoom(userId)) enter(userId);
      else await waitForPermit(userId, left);
      try {
        return await work();
      } finally {
        leave(userId);
      }
    },
  };
}
