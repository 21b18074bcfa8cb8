import type { User } from '@inlet/db/client';
import { runIn } from '@inlet/db/run-sql';
import { createSemaphore } from '@inlet/process/semaphore';
import { monthOf } from '@inlet/submissions/months';
import { countReleased, moveToInbox } from '#inbox/change/release.store.ts';
import { holdPlaces, type PlacesDeps, takePlaces, Uncounted } from '#plan/counters/take-places.ts';
import type { Resources } from '#resources.ts';

/** While Redis hangs each waits for it with a connection in its hands; with a quarter of them, nobody else does. */
const shareOfConnections = 1 / 4;
/** Locks on rows are held for milliseconds; a busy database may need far longer. */
const timeoutMs = 30_000;

export type ReleaseDeps = PlacesDeps & Pick<Resources, 'config' | 'database'>;
export type ReleaseSubmissions = (user: User, formId: string, ids: readonly string[]) => Promise<number>;

/**
 * Moves submissions from the spam folder into the inbox, and answers how many. Each that is there for the first time
 * takes a place in the running month; without room for all of them none is moved.
 */
export function createRelease(deps: ReleaseDeps): ReleaseSubmissions {
  const { prisma } = deps.database;
  const semaphore = createSemaphore(Math.max(1, Math.floor(deps.config.DATABASE_CONNECTIONS * shareOfConnections)));

  function releaseOnce(user: User, month: string, formId: string, ids: readonly string[]): Promise<number> {
    return prisma.$transaction(
      async (tx) => {
        const run = runIn(tx);
        await holdPlaces(run, user);
        const { count, wanted } = await moveToInbox(run, formId, ids);
        if (wanted > 0) await takePlaces(deps, run, { user, month, wanted });
        if (count > 0) await countReleased(run, formId, count);
        return count;
      },
      { timeout: timeoutMs },
    );
  }

  return async (user, formId, ids) => {
    const month = monthOf(Date.now());
    const release = () => semaphore.run(() => releaseOnce(user, month, formId, ids));
    try {
      return await release();
    } catch (error) {
      if (!(error instanceof Uncounted)) throw error;
    }
    await deps.monthCounters.make([{ userId: user.id, month }]);
    return release();
  };
}
