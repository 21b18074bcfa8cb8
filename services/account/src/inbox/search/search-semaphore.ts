import { createSemaphore, type Semaphore } from '@inlet/process/semaphore';
import { searchesBusy } from '#errors.ts';

export interface SearchSemaphoreOptions {
  readonly ofAccount: number;
  readonly ofProcess: number;
  /** Longest wait for a permit. */
  readonly waitMs: number;
}

/** A semaphore for all searches of a process, which limits each account to its share. */
export interface SearchSemaphore {
  /**
   * Runs the work when a permit is free. Refuses with 503 after the longest wait, and drops a caller whose signal is
   * aborted.
   */
  readonly run: <Answer>(userId: string, signal: AbortSignal, work: () => Promise<Answer>) => Promise<Answer>;
}

/** Searches of one account that may wait: a person types on, and a program has a few connections. */
const waitingOfAccount = 20;

export function createSearchSemaphore({ ofAccount, ofProcess, waitMs }: SearchSemaphoreOptions): SearchSemaphore {
  const total = createSemaphore(ofProcess);
  const accounts = new Map<string, { readonly semaphore: Semaphore; searches: number }>();

  return {
    run: async (userId, signal, work) => {
      const account = accounts.get(userId) ?? { semaphore: createSemaphore(ofAccount), searches: 0 };
      if (account.searches >= ofAccount + waitingOfAccount) throw searchesBusy();
      accounts.set(userId, account);
      account.searches += 1;
      const tooLong = AbortSignal.timeout(waitMs);
      const ended = AbortSignal.any([signal, tooLong]);
      try {
        // The account's own permit comes first, so that an account at its limit blocks no other.
        return await account.semaphore.run(() => total.run(work, ended), ended);
      } catch (error) {
        throw error === tooLong.reason ? searchesBusy() : error;
      } finally {
        account.searches -= 1;
        if (account.searches === 0) accounts.delete(userId);
      }
    },
  };
}
