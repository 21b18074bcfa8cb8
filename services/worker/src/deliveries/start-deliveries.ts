import type { JobHandlers } from '@inlet/queue/consumers';
import { oldestBatchMs } from '@inlet/queue/oldest-batch';
import { redisKeys } from '@inlet/redis/keys';
import { startCleaning } from '#deliveries/clean-deliveries.ts';
import { deliverJob } from '#deliveries/deliver.job.ts';
import { measureDeliveries } from '#deliveries/measure-deliveries.ts';
import { startSweep } from '#deliveries/sweep.ts';
import { testTargetJob } from '#deliveries/test-target.job.ts';
import type { WorkerDeps } from '#deps.ts';

type DeliveryHandlers = Pick<JobHandlers, 'deliver' | 'deliver-failing' | 'test-target'>;

/** Starts what deliveries need in the background, and answers the handlers of their jobs. */
export function startDeliveries(deps: WorkerDeps): DeliveryHandlers {
  const { deliveryPool: pool, bell, now, logger, metrics, lifecycle } = deps;
  const sweep = startSweep({ pool, now, bell, logger });
  lifecycle.onClose('stop intake', 'sweep of deliveries', sweep.close);
  const cleaning = startCleaning({ pool, now, logger });
  lifecycle.onClose('finish work', 'cleaning of deliveries', cleaning.close);
  const measures = measureDeliveries(pool, metrics);
  const keys = redisKeys(deps.config.REDIS_PREFIX);
  const turnDeps = {
    ...deps,
    pool,
    measures,
    oldestBatchMs: () => oldestBatchMs(deps.redis, keys),
    isClosing: lifecycle.isClosing,
  };
  return {
    deliver: deliverJob(turnDeps, false),
    'deliver-failing': deliverJob(turnDeps, true),
    'test-target': testTargetJob(turnDeps),
  };
}
