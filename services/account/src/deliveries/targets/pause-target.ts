import type { Target } from '@inlet/db/client';
import type { Actor } from '#access/actor.ts';
import { changeTarget } from '#deliveries/targets/change-target.ts';
import type { Resources } from '#resources.ts';

/** Stops the deliveries of a target. New events wait as long as a stopped delivery is kept. */
export function pauseTarget(deps: Pick<Resources, 'database'>, actor: Actor, id: string): Promise<Target> {
  return changeTarget(deps, actor, id, 'target.paused', ({ state }) =>
    state === 'active' ? { values: { state: 'paused', stateReason: null, stoppedAt: new Date() } } : null,
  );
}
