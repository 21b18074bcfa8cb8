import type { Target as PublicTarget } from '@inlet/contracts/targets';
import type { Target } from '@inlet/db/client';
import { presentTarget } from '#deliveries/targets/present-target.ts';
import type { TargetDeps } from '#deliveries/targets/target-sealing.ts';
import { findTargets, readBacklogs } from '#deliveries/targets/targets.store.ts';

/** Targets with their health. */
export async function showTargets(
  { database, sealing }: TargetDeps,
  targets: readonly Target[],
): Promise<PublicTarget[]> {
  const ids = targets.map(({ id }) => id);
  const backlogs = await readBacklogs(database.pool, ids);
  return targets.map((target) => presentTarget(target, sealing, backlogs.get(target.id)));
}

export async function showTarget(deps: TargetDeps, target: Target): Promise<PublicTarget> {
  const [shown] = (await showTargets(deps, [target])) as [PublicTarget];
  return shown;
}

export async function listTargets(deps: TargetDeps, formId: string): Promise<PublicTarget[]> {
  return showTargets(deps, await findTargets(deps.database.prisma, formId));
}
