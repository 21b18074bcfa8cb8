import type { User } from '@inlet/db/client';
import { runIn } from '@inlet/db/run-sql';
import { unavailable } from '@inlet/service/http-error';
import { createSemaphore } from '@inlet/service/semaphore';
import { monthOf } from '@inlet/submissions/months';
import { BalanceShort, createQuotaReservations, type ReservationDeps } from '#forms/quotas/quota-reservations.ts';
import { countReleased, moveToInbox } from '#inbox/submissions/release.store.ts';
import type { Resources } from '#resources.ts';

/** While Redis hangs each waits for it with a connection in its hands; with a quarter of them, nobody else does. */
const shareOfConnections = 1 / 4;
/** Visitors may spend what was granted a moment ago; they hardly do so again and again. */
const attemptsMax = 5;
/** Locks on rows are held for milliseconds; a busy database may need far longer. */
const timeoutMs = 30_000;

export type ReleaseDeps = ReservationDeps & Pick<Resources, 'config' | 'database'>;
export type ReleaseSubmissions = (user: User, formId: string, ids: readonly string[]) => Promise<number>;

/**
 * Moves submissions from the spam folder into the inbox, and answers how many. Each that is there for the first time
 * takes a place in the running month; without room for all of them none is moved.
 */
export function createRelease(deps: ReleaseDeps): ReleaseSubmissions {
  const { prisma } = deps.database;
  const reservations = createQuotaReservations(deps);
  const semaphore = createSemaphore(Math.max(1, Math.floor(deps.config.DATABASE_CONNECTIONS * shareOfConnections)));

  async function releaseOnce(user: User, month: string, formId: string, ids: readonly string[]): Promise<number> {
    const { count, wanted, ticket } = await prisma.$transaction(
      async (tx) => {
        const run = runIn(tx);
        await reservations.hold(run, user.id);
        const moved = await moveToInbox(run, formId, ids);
        if (moved.wanted > 0) await reservations.take(run, { user, month, ...moved });
        if (moved.count > 0) await countReleased(run, formId, moved.count);
        return moved;
      },
      { timeout: timeoutMs },
    );
    if (wanted > 0) await reservations.keep(ticket);
    return count;
  }

  return async (user, formId, ids) => {
    const month = monthOf(Date.now());
    for (let attempt = 1; attempt <= attemptsMax; attempt += 1) {
      try {
        return await semaphore.run(() => releaseOnce(user, month, formId, ids));
      } catch (error) {
        if (!(error instanceof BalanceShort)) throw error;
        await reservations.grant(user.id, month, ids.length);
      }
    }
    throw unavailable();
  };
}
