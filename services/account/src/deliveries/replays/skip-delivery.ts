import type { Target } from '@inlet/db/client';
import { runIn } from '@inlet/db/run-sql';
import type { Actor } from '#access/actor.ts';
import { removeStopping } from '#deliveries/replays/replays.store.ts';
import { changeTarget } from '#deliveries/targets/change-target.ts';
import { type ScheduleDeps, scheduleTarget } from '#deliveries/targets/schedule-target.ts';
import { nothingStopped } from '#errors.ts';
import type { Resources } from '#resources.ts';

/**
 * Drops the delivery that blocks a target in strict order. It stays in the log, and a replay of its attempt delivers
 * it.
 */
export async function skipDelivery(
  deps: Pick<Resources, 'database'> & ScheduleDeps,
  actor: Actor,
  id: string,
): Promise<Target> {
  const target = await changeTarget(deps, actor, id, 'target.delivery_skipped', async ({ order }, tx) => {
    const eventId = order === 'strict' ? await removeStopping(runIn(tx), id) : null;
    if (eventId === null) throw nothingStopped();
    return { values: { failureStreak: 0, failingSince: null, nextAttemptAt: null }, details: { eventId } };
  });
  scheduleTarget(deps, id);
  return target;
}
