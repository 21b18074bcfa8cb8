import { findSilentOf } from '#forms/alerts/alerts.store.ts';
import type { Resources } from '#resources.ts';

/** The silent forms of an account, with the time of their last submission. */
export function listSilent({ database }: Pick<Resources, 'database'>, userId: string, now = new Date()) {
  return findSilentOf(database.pool, userId, now);
}
