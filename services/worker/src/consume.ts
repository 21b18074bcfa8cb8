import { isDatabaseAway } from '@inlet/db/faults';
import { viewBacklog } from '@inlet/queue/backlog';
import { startConsumers } from '@inlet/queue/consumers';
import { jobs } from '@inlet/queue/jobs';
import { measureQueues } from '@inlet/queue/queue-metrics';
import { redisKeys } from '@inlet/redis/keys';
import { deliveryHandlers } from '#deliveries/delivery-handlers.ts';
import type { WorkerDeps } from '#deps.ts';
import { checkHandlers } from '#form-checks/check-handlers.ts';
import { mailHandlers } from '#mail/mail-handlers.ts';
import { measureDead } from '#submissions/measure-dead.ts';
import { batchesAtOnce, storeSubmissionsJob } from '#submissions/store-submissions.job.ts';
import { watchQueue } from '#watch/watch-queue.ts';

const watched = jobs['store-submissions'].queue;

/** Starts a consumer for every queue of the catalogue, and watches the queue of submissions. */
export function consume(deps: WorkerDeps): void {
  const { config, pool, redis, progress, logger, metrics, tracing, lifecycle } = deps;
  const keys = redisKeys(config.REDIS_PREFIX);
  const consumers = startConsumers({
    redis,
    keys,
    concurrency: config.WORKER_CONCURRENCY,
    concurrencyOf: { [watched]: batchesAtOnce },
    handlers: {
      ...deliveryHandlers(deps),
      ...mailHandlers(deps),
      ...checkHandlers(deps),
      'store-submissions': storeSubmissionsJob(deps),
    },
    isAway: isDatabaseAway,
    // Progress of mails says nothing about stuck submissions.
    onProgress: (queue, underWay) => queue === watched && progress.note(underWay),
    logger,
    metrics,
    tracing,
  });
  lifecycle.onClose('finish work', 'consumers', consumers.close);
  measureQueues(redis, keys, metrics);
  measureDead(pool, metrics);
  const watch = watchQueue({ view: viewBacklog(redis, keys, watched), progress, logger, metrics });
  lifecycle.onClose('stop intake', 'watch', watch.close);
}
