import type { WorkRound } from '@inlet/process/background-work';
import { removals } from '#deliveries/removals.store.ts';
import { disableFailing } from '#deliveries/targets.store.ts';
import type { WorkerDeps } from '#deps.ts';

/** Few enough for a statement of some milliseconds. */
const rowsAtOnce = 1_000;

/** Disables targets that have failed for too long, and removes rows that are too old or belong to no target. */
export async function cleanDeliveries(
  { deliveryPool: pool, now, logger }: Pick<WorkerDeps, 'deliveryPool' | 'now' | 'logger'>,
  { repeat }: WorkRound,
): Promise<void> {
  const disabled = await disableFailing(pool, now());
  if (disabled > 0) logger.info({ disabled }, 'deliveries: targets disabled');
  for (const [name, remove] of Object.entries(removals)) {
    let total = 0;
    await repeat(async () => {
      const removed = await remove(pool, rowsAtOnce, now());
      total += removed;
      return removed >= rowsAtOnce;
    });
    if (total > 0) logger.info({ name, removed: total }, 'deliveries: old rows removed');
  }
}
