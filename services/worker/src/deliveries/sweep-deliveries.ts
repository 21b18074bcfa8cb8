import { findDueTargets } from '#deliveries/targets.store.ts';
import type { WorkerDeps } from '#deps.ts';

/** Shorter than the pause between two sweeps, so that a worker alone sweeps each time. */
const takenForMs = 900;

/** Rings for targets whose time has come, and for those whose ring was lost. One worker at a time does it. */
export async function sweepDeliveries({
  deliveryPool: pool,
  now,
  bell,
}: Pick<WorkerDeps, 'deliveryPool' | 'now' | 'bell'>): Promise<void> {
  if (!(await bell.takeSweep(takenForMs))) return;
  const targets = await findDueTargets(pool, now());
  const idsOf = (isSlow: boolean) => targets.filter((target) => target.isSlow === isSlow).map(({ id }) => id);
  await Promise.all([bell.ring(idsOf(false)), bell.ringSlow(idsOf(true))]);
}
