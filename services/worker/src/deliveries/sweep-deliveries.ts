import { findDueTargets } from '#deliveries/targets.store.ts';
import type { WorkerDeps } from '#deps.ts';

/** Shorter than the pause between two sweeps, so that a worker alone sweeps each time. */
const takenForMs = 900;

/** Schedules targets whose time has come, and those whose job was lost. One worker at a time does it. */
export async function sweepDeliveries({
  deliveryPool: pool,
  now,
  targetQueue,
}: Pick<WorkerDeps, 'deliveryPool' | 'now' | 'targetQueue'>): Promise<void> {
  if (!(await targetQueue.takeSweep(takenForMs))) return;
  const targets = await findDueTargets(pool, now());
  const idsOf = (isSlow: boolean) => targets.filter((target) => target.isSlow === isSlow).map(({ id }) => id);
  await Promise.all([targetQueue.schedule(idsOf(false)), targetQueue.scheduleSlow(idsOf(true))]);
}
