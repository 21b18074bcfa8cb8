import { waitingSubmissions } from '@inlet/queue/waiting-submissions';
import { countUsed } from '#forms/usage/usage.store.ts';
import type { Resources } from '#resources.ts';

/** What an account has used of a month, for ingest of the release before. */
export async function readUsed(
  { database, redis, keys }: Pick<Resources, 'database' | 'redis' | 'keys'>,
  userId: string,
  month: string,
): Promise<number> {
  // The queue first: what leaves it between the two looks is in the database at the second one.
  const waiting = await waitingSubmissions(redis, keys, userId, month);
  return countUsed(
    database.pool,
    userId,
    month,
    waiting.filter(({ isSpam }) => !isSpam),
  );
}
