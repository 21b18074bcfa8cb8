import type { User } from '@inlet/db/client';
import { runIn } from '@inlet/db/run-sql';
import { unavailable } from '@inlet/http/errors';
import { createSemaphore } from '@inlet/process/semaphore';
import { monthOf } from '@inlet/submissions/months';
import { countReleased, moveToInbox } from '#inbox/change/release.store.ts';
import { holdUsage, type TakeUsageDeps, takeUsage, Uncounted } from '#plan/counters/take-usage.ts';
import type { Resources } from '#resources.ts';

/**
 * While Redis hangs, each release waits and holds a connection; a quarter of the connections leaves enough for others.
 */
const shareOfConnections = 1 / 4;
/** Row locks are held for milliseconds; a busy database may need far longer. */
const timeoutMs = 30_000;

export type ReleaseDeps = TakeUsageDeps & Pick<Resources, 'config' | 'database'>;
export type ReleaseSubmissions = (user: User, formId: string, ids: readonly string[]) => Promise<number>;

/**
 * Moves submissions from the spam folder into the inbox, and returns how many. Each that is there for the first time
 * counts in the running month; where the month cannot take all of them none is moved.
 */
export function createRelease(deps: ReleaseDeps): ReleaseSubmissions {
  const { prisma } = deps.database;
  const semaphore = createSemaphore(Math.max(1, Math.floor(deps.config.DATABASE_CONNECTIONS * shareOfConnections)));

  function releaseOnce(user: User, month: string, formId: string, ids: readonly string[]): Promise<number> {
    return prisma.$transaction(
      async (tx) => {
        const run = runIn(tx);
        await holdUsage(run, user);
        const { count, wanted } = await moveToInbox(run, formId, ids);
        if (wanted > 0) await takeUsage(deps, run, { user, month, wanted });
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
    return release().catch((error: unknown) => {
      // The account is moving to another lane.
      throw error instanceof Uncounted ? unavailable() : error;
    });
  };
}
