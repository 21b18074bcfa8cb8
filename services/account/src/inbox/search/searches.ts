import { cancellable, type Queryable } from '@inlet/db/cancellable';
import type { Reads } from '@inlet/db/reads';
import { searchTooLong } from '#errors.ts';
import { createSearchSemaphore } from '#inbox/search/search-semaphore.ts';

export interface Searches {
  /** Runs a search for an account on one connection; null if the client has disconnected. */
  readonly run: <Answer>(
    reads: Reads,
    signal: AbortSignal,
    userId: string,
    search: (connection: Queryable) => Promise<Answer>,
  ) => Promise<Answer | null>;
}

/** Three of ten connections: besides those for exports and deletions, some remain for other requests. */
const shareOfConnections = 0.3;
const ofAccountMax = 2;
/** Together with the longest wait for a permit, well below the web app's timeout of 15 s. */
const searchMs = 5_000;
const waitMs = 5_000;

export function createSearches(connections: number): Searches {
  const ofProcess = Math.max(1, Math.floor(connections * shareOfConnections));
  // One is left for other accounts, if there is more than one.
  const ofAccount = Math.max(1, Math.min(ofAccountMax, ofProcess - 1));
  const semaphore = createSearchSemaphore({ ofAccount, ofProcess, waitMs });

  return {
    run: async (reads, signal, userId, search) => {
      try {
        return await semaphore.run(userId, signal, async () => {
          const tooLong = AbortSignal.timeout(searchMs);
          try {
            return await reads.run((pool) => cancellable(pool, AbortSignal.any([signal, tooLong]), search));
          } catch (error) {
            throw error === tooLong.reason ? searchTooLong() : error;
          }
        });
      } catch (error) {
        if (signal.aborted) return null;
        throw error;
      }
    },
  };
}
