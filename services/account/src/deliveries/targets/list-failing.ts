import { findFailing, readBacklogs } from '#deliveries/targets/targets.store.ts';
import type { Resources } from '#resources.ts';

const shownMax = 10;

/** An account's targets that need attention, with their pending deliveries. */
export async function listFailing({ database }: Pick<Resources, 'database'>, userId: string) {
  const targets = await findFailing(database.prisma, userId, shownMax);
  if (targets.length === 0) return [];
  const backlogs = await readBacklogs(
    database.pool,
    targets.map(({ id }) => id),
  );
  return targets.map((target) => ({ ...target, waiting: backlogs.get(target.id)?.waiting ?? 0 }));
}
