import { isDatabaseAway } from '@inlet/db/faults';
import { viewBacklog } from '@inlet/queue/backlog';
import { startConsumers } from '@inlet/queue/consumers';
import { jobs } from '@inlet/queue/jobs';
import { redisKeys } from '@inlet/queue/keys';
import type { WorkerDeps } from '#deps.ts';
import { storeSubmissionsJob } from '#submissions/store-submissions.job.ts';
import { watchQueue } from '#watch/watch-queue.ts';

/** Takes up every queue of the catalogue, and keeps watch over the one that carries the submissions. */
export function consume(deps: WorkerDeps): void {
  const { config, redis, progress, logger, metrics, lifecycle } = deps;
  const keys = redisKeys(config.REDIS_PREFIX);
  const consumers = startConsumers({
    redis,
    keys,
    concurrency: config.WORKER_CONCURRENCY,
    handlers: { 'store-submissions': storeSubmissionsJob(deps) },
    isAway: isDatabaseAway,
    onProgress: progress.note,
    logger,
    metrics,
  });
  lifecycle.onClose('finish work', 'consumers', consumers.close);
  const view = viewBacklog(redis, keys, jobs['store-submissions'].queue);
  const watch = watchQueue({ view, quota: deps.quota, progress, logger, metrics });
  lifecycle.onClose('stop intake', 'watch', watch.close);
}
