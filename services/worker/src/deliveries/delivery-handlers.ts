import type { JobHandlers } from '@inlet/queue/consumers';
import { oldestBatchMs } from '@inlet/queue/oldest-batch';
import { redisKeys } from '@inlet/redis/keys';
import { deliverJob } from '#deliveries/deliver.job.ts';
import { measureDeliveries } from '#deliveries/measure-deliveries.ts';
import { testTargetJob } from '#deliveries/test-target.job.ts';
import type { WorkerDeps } from '#deps.ts';

/** The handlers of the jobs that deliver. */
export function deliveryHandlers(deps: WorkerDeps): Pick<JobHandlers, 'deliver' | 'deliver-failing' | 'test-target'> {
  const { deliveryPool: pool, metrics, lifecycle } = deps;
  const measures = measureDeliveries(pool, metrics);
  const keys = redisKeys(deps.config.REDIS_PREFIX);
  const roundDeps = {
    ...deps,
    pool,
    measures,
    oldestBatchMs: () => oldestBatchMs(deps.redis, keys),
    isClosing: lifecycle.isClosing,
  };
  return {
    deliver: deliverJob(roundDeps, false),
    'deliver-failing': deliverJob(roundDeps, true),
    'test-target': testTargetJob(roundDeps),
  };
}
