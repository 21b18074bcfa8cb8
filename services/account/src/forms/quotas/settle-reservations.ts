import { openReservations } from '@inlet/redis/quota-reservations';
import { monthOf } from '@inlet/submissions/months';
import { statusOf } from '#forms/usage/usage.store.ts';
import type { Resources } from '#resources.ts';

/**
 * Places that were taken for a transaction whose end nobody told, because the process died or Redis went away: they are
 * given back where it came to nothing. Those of a month that is over are of no use to anybody.
 */
export async function settleReservations({
  database,
  redis,
  keys,
}: Pick<Resources, 'database' | 'redis' | 'keys'>): Promise<void> {
  const reservations = openReservations(redis, keys);
  for (const taken of await reservations.list()) {
    const status = await statusOf(database.pool, taken.ticket);
    if (status === 'aborted') await reservations.release(taken);
    else if (status !== 'in progress' || taken.month < monthOf(Date.now())) await reservations.commit(taken.ticket);
  }
}
