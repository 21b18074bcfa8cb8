import { isDatabaseAway } from '@inlet/db/faults';
import { viewBacklog } from '@inlet/queue/backlog';
import { startConsumers } from '@inlet/queue/consumers';
import { jobs } from '@inlet/queue/jobs';
import { measureQueues } from '@inlet/queue/queue-metrics';
import { openQueuedJobs } from '@inlet/queue/queued-jobs';
import { redisKeys } from '@inlet/redis/keys';
import { startFormDeletions } from '#cleanup/delete-forms.ts';
import { startPartitions } from '#cleanup/keep-partitions.ts';
import { startAgeLimit } from '#cleanup/limit-ages.ts';
import { startChangeLimit } from '#cleanup/limit-changes.ts';
import { startSpamLimit } from '#cleanup/limit-spam.ts';
import { plansWithRetention } from '#cleanup/plans-with-retention.ts';
import { startRetention } from '#cleanup/start-retention.ts';
import { startDeliveries } from '#deliveries/start-deliveries.ts';
import type { WorkerDeps } from '#deps.ts';
import { startErasures } from '#erasures/start-erasures.ts';
import { measureFiles } from '#files/measure-files.ts';
import { startFileRemoval, startScanning } from '#files/start-files.ts';
import { startMail } from '#mail/start-mail.ts';
import { startNotifications } from '#notifications/start-notifications.ts';
import { startIndexing } from '#search/start-indexing.ts';
import { startChecks } from '#spam/checks/start-checks.ts';
import { startLearning } from '#spam/learn/start-learning.ts';
import { startSettling } from '#submissions/counters/settle-counters.ts';
import { measureDead } from '#submissions/measure-dead.ts';
import { batchesAtOnce, storeSubmissionsJob } from '#submissions/store-submissions.job.ts';
import { watchDue } from '#watch/watch-due.ts';
import { watchQueue } from '#watch/watch-queue.ts';

const watched = jobs['store-submissions'].queue;

/** Takes up every queue of the catalogue and what is done besides, and keeps watch over the queue of submissions. */
export function consume(deps: WorkerDeps): void {
  const { config, pool, redis, progress, logger, metrics, tracing, lifecycle } = deps;
  const keys = redisKeys(config.REDIS_PREFIX);
  const consumers = startConsumers({
    redis,
    keys,
    concurrency: config.WORKER_CONCURRENCY,
    concurrencyOf: { [watched]: batchesAtOnce },
    handlers: {
      ...startDeliveries(deps),
      ...startMail(deps),
      'store-submissions': storeSubmissionsJob(deps),
    },
    isAway: isDatabaseAway,
    // Mails that pass say nothing about submissions that do not.
    onProgress: (queue, underWay) => queue === watched && progress.note(underWay),
    logger,
    metrics,
    tracing,
  });
  lifecycle.onClose('finish work', 'consumers', consumers.close);
  measureQueues(redis, keys, metrics);
  measureDead(pool, metrics);
  const view = viewBacklog(redis, keys, watched);
  const watch = watchQueue({ view, progress, logger, metrics });
  lifecycle.onClose('stop intake', 'watch', watch.close);
  const deletions = startFormDeletions({ pool, logger });
  lifecycle.onClose('finish work', 'form deletions', deletions.close);
  const retention = startRetention({ pool, plans: plansWithRetention(config), logger, metrics });
  lifecycle.onClose('finish work', 'retention', retention.close);
  const spam = startSpamLimit({ pool, logger });
  lifecycle.onClose('finish work', 'limit of spam', spam.close);
  const learning = startLearning({ pool, logger });
  lifecycle.onClose('finish work', 'learning of spam', learning.close);
  const checks = startChecks({ ...deps, outbound: deps.checkOutbound, services: deps.remoteServices });
  lifecycle.onClose('finish work', 'checks of spam', checks.close);
  const changes = startChangeLimit({ pool, logger });
  lifecycle.onClose('finish work', 'limit of changes', changes.close);
  const ages = startAgeLimit({ pool, logger });
  lifecycle.onClose('finish work', 'limit of ages', ages.close);
  const partitions = startPartitions({ pool, logger, metrics });
  lifecycle.onClose('finish work', 'partitions', partitions.close);
  const erasures = startErasures({ pool, redis: deps.clientRedis, blobs: deps.blobs, config, logger });
  lifecycle.onClose('finish work', 'erasures', erasures.close);
  const counters = startSettling(deps);
  lifecycle.onClose('finish work', 'counters', counters.close);
  const removals = startFileRemoval({ ...deps, queue: openQueuedJobs(deps.clientRedis, keys, watched) });
  lifecycle.onClose('finish work', 'removal of files', removals.close);
  const scans = startScanning(deps);
  lifecycle.onClose('finish work', 'scans of files', scans.close);
  const loops = { ...startNotifications(deps), checks, lessons: learning, erasures, counters, removals, scans };
  measureFiles(deps);
  const due = watchDue({ pool, logger, metrics, loops });
  lifecycle.onClose('stop intake', 'watch of due work', due.close);

  const isBusy = async () => (await view.look()).waiting > 0;
  const indexing = startIndexing({ pool, isBusy, logger, metrics });
  lifecycle.onClose('finish work', 'search index', indexing.close);
}
