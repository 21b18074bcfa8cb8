import type { Target } from '@inlet/db/client';
import type { Actor } from '#access/actor.ts';
import { changeTarget } from '#deliveries/targets/change-target.ts';
import { type RingDeps, ringTarget } from '#deliveries/targets/ring-target.ts';
import { hastenRetries } from '#deliveries/targets/targets.store.ts';
import type { Resources } from '#resources.ts';

/** Lets a target deliver again, at once and with its failures forgotten. */
export async function resumeTarget(
  deps: Pick<Resources, 'database'> & RingDeps,
  actor: Actor,
  id: string,
): Promise<Target> {
  const target = await changeTarget(deps, actor, id, 'target.resumed', async ({ state, nextAttemptAt }, tx) => {
    if (state === 'active' && nextAttemptAt === null) return null;
    await hastenRetries(tx, id);
    return { values: resumed };
  });
  ringTarget(deps, id);
  return target;
}

const resumed = {
  state: 'active',
  stateReason: null,
  stoppedAt: null,
  failureStreak: 0,
  failingSince: null,
  nextAttemptAt: null,
} as const;
