import type { JobHandlers } from '@inlet/queue/consumers';
import { deliverJob } from '#deliveries/deliver.job.ts';
import { measureDeliveries } from '#deliveries/measure-deliveries.ts';
import { testTargetJob } from '#deliveries/test-target.job.ts';
import { watchOldestBatch } from '#deliveries/watch-oldest-batch.ts';
import type { WorkerDeps } from '#deps.ts';

/** The handlers of the jobs that deliver. */
export function deliveryHandlers(deps: WorkerDeps): Pick<JobHandlers, 'deliver' | 'deliver-failing' | 'test-target'> {
  const { deliveryPool: pool, metrics, lifecycle } = deps;
  const measures = measureDeliveries(pool, metrics);
  const roundDeps = {
    ...deps,
    pool,
    measures,
    oldestBatchMs: watchOldestBatch(deps),
    isClosing: lifecycle.isClosing,
  };
  return {
    deliver: deliverJob(roundDeps, false),
    'deliver-failing': deliverJob(roundDeps, true),
    'test-target': testTargetJob(roundDeps),
  };
}
