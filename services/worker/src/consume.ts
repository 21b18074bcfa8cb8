import { isDatabaseAway } from '@inlet/db/faults';
import { viewBacklog } from '@inlet/queue/backlog';
import { startConsumers } from '@inlet/queue/consumers';
import { jobs } from '@inlet/queue/jobs';
import { measureQueues } from '@inlet/queue/queue-metrics';
import { deliveryHandlers } from '#deliveries/delivery-handlers.ts';
import type { WorkerDeps } from '#deps.ts';
import { checkHandlers } from '#form-checks/check-handlers.ts';
import { mailHandlers } from '#mail/mail-handlers.ts';
import { readableLanes } from '#readable-lanes.ts';
import { measureDead } from '#submissions/measure-dead.ts';
import { batchesAtOnce, storeSubmissionsJob } from '#submissions/store-submissions.job.ts';
import { watchQueues } from '#watch/watch-queue.ts';

const watched = jobs['store-submissions'].queue;

/** Starts a consumer for every queue of the consumed lanes, and watches their queues of submissions. */
export function consume(deps: WorkerDeps): void {
  const { config, lanes, pool, metrics, tracing, lifecycle } = deps;
  const laneOf = new Map(lanes.map((lane) => [lane.number, lane]));
  const consumers = startConsumers({
    lanes,
    concurrency: config.WORKER_CONCURRENCY,
    // The lanes share the memory for batches. A worker with few lanes holds more batches of each.
    concurrencyOf: { [watched]: Math.max(1, Math.floor(batchesAtOnce / lanes.length)) },
    handlers: {
      ...deliveryHandlers(deps),
      ...mailHandlers(deps),
      ...checkHandlers(deps),
      'store-submissions': storeSubmissionsJob(deps),
    },
    isAway: isDatabaseAway,
    // Progress of mails says nothing about stuck submissions.
    onProgress: (queue, underWay, lane) => queue === watched && laneOf.get(lane)?.progress.note(underWay),
    metrics,
    tracing,
  });
  lifecycle.onClose('finish work', 'consumers', consumers.close);
  measureQueues(deps.clientLanes, metrics);
  measureDead(pool, metrics);
  const queues = readableLanes(deps).flatMap(({ number, redis, keys }) => {
    const lane = laneOf.get(number);
    return lane ? [{ ...lane, view: viewBacklog(redis, keys, watched) }] : [];
  });
  const watch = watchQueues(queues, metrics);
  lifecycle.onClose('stop intake', 'watch', watch.close);
}
