import { isDatabaseAway } from '@inlet/db/faults';
import { startConsumers } from '@inlet/queue/consumers';
import { redisKeys } from '@inlet/queue/keys';
import type { WorkerDeps } from '#deps.ts';
import { storeSubmissionsJob } from '#submissions/store-submissions.job.ts';

/** Takes up every queue of the catalogue. */
export function consume(deps: WorkerDeps): void {
  const { config, redis, logger, metrics, lifecycle } = deps;
  const consumers = startConsumers({
    redis,
    keys: redisKeys(config.REDIS_PREFIX),
    concurrency: config.WORKER_CONCURRENCY,
    handlers: { 'store-submissions': storeSubmissionsJob(deps) },
    isAway: isDatabaseAway,
    logger,
    metrics,
  });
  lifecycle.onClose('finish work', 'consumers', consumers.close);
}
