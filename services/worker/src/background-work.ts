import { type BackgroundWork, type RunningWork, startBackgroundWork } from '@inlet/process/background-work';
import { openProducer } from '@inlet/queue/producer';
import type { QueuedJobs } from '@inlet/queue/queued-jobs';
import { mainLane } from '@inlet/redis/lanes';
import { deleteExpired, measureRetention, type RetentionDeps } from '#cleanup/delete-expired.ts';
import { deleteForms } from '#cleanup/delete-forms.ts';
import { keepPartitions, measurePartitions } from '#cleanup/keep-partitions.ts';
import { limitAges } from '#cleanup/limit-ages.ts';
import { limitChanges } from '#cleanup/limit-changes.ts';
import { removeExcessSpam, removeOldSpam } from '#cleanup/limit-spam.ts';
import { plansWithRetention } from '#cleanup/plans-with-retention.ts';
import { cleanDeliveries } from '#deliveries/clean-deliveries.ts';
import { sweepDeliveries } from '#deliveries/sweep-deliveries.ts';
import type { WorkerDeps } from '#deps.ts';
import { eraseRequested } from '#erasures/erase-requested.ts';
import { measureFiles } from '#files/measure-files.ts';
import { openQueuedBatches } from '#files/queued-batches.ts';
import { removeUnneeded, scanNew } from '#files/work-on-files.ts';
import { type StartChecksDeps, startChecks } from '#form-checks/start-checks.ts';
import type { NotificationDeps } from '#notifications/notification-deps.ts';
import { openNotifications } from '#notifications/open-notifications.ts';
import { sendNotification } from '#notifications/send-notification.ts';
import { sendReplies } from '#notifications/send-replies.ts';
import { sweepNotifications } from '#notifications/sweep-notifications.ts';
import { type IndexingDeps, indexForms, measureIndexing } from '#search/index-forms.ts';
import { measureChecks } from '#spam/checks/measure-checks.ts';
import { checksAtOnce, type SettleDeps, settleSome } from '#spam/checks/settle-checks.ts';
import { forgetWords } from '#spam/learn/forget-words.ts';
import { learnLessons } from '#spam/learn/learn-lessons.ts';
import { settleCounters } from '#submissions/counters/settle-counters.ts';
import type { DueWork } from '#watch/due-work.ts';
import { watchBusyness } from '#watch/watch-busyness.ts';
import { measureDueWork, wakeDue } from '#watch/watch-due.ts';

export interface BackgroundDeps extends WorkerDeps, RetentionDeps, IndexingDeps, StartChecksDeps {
  readonly notifications: NotificationDeps;
  readonly noteCheck: SettleDeps['note'];
  /** The queues of submissions, one of each lane. */
  readonly queuedBatches: readonly QueuedJobs[];
}

const second = 1_000;
const minute = 60 * second;
const hour = 60 * minute;

/**
 * Everything that a worker does without a job or a request. Every worker does all of it: a lock in the database gives
 * each piece to one of them. Deletions rest between pieces because storing has priority. The watch of the queue is not
 * included: it must notice a check that hangs, which would also block a loop.
 */
export const backgroundWork = {
  // Owners expect mails, verdicts and marks within seconds.
  dueWork: { everyMs: second, complaint: 'due work: look failed', run: wakeDue },
  // `dueWork` wakes these eight.
  notifications: {
    everyMs: 30 * second,
    complaint: 'notifications: round failed',
    run: ({ notifications }, { repeat }) => repeat(() => sendNotification(notifications)),
  },
  autoReplies: {
    everyMs: 30 * second,
    complaint: 'auto-replies: round failed',
    run: ({ notifications }, { repeat }) => repeat(() => sendReplies(notifications)),
  },
  checks: {
    everyMs: 30 * second,
    complaint: 'spam checks: round failed',
    run: ({ checkOutbound: outbound, remoteServices: services, noteCheck: note, ...deps }, { repeat }) =>
      repeat(async () => (await settleSome({ ...deps, outbound, services, note })) >= checksAtOnce),
  },
  lessons: {
    everyMs: 30 * second,
    restFactor: 1,
    complaint: 'spam: learning failed',
    run: learnLessons,
  },
  erasures: { everyMs: 30 * second, complaint: 'erasures: round failed', run: eraseRequested },
  counters: {
    everyMs: 30 * second,
    complaint: 'counters: not all changes are in Redis yet',
    run: settleCounters,
  },
  removals: {
    everyMs: minute,
    retryMs: 5 * second,
    complaint: 'files: removal failed',
    run: removeUnneeded,
  },
  scans: { everyMs: minute, retryMs: 5 * second, complaint: 'files: scanning failed', run: scanNew },

  notificationSweep: {
    everyMs: 30 * second,
    complaint: 'sweep of notifications: round failed',
    run: sweepNotifications,
  },
  // Retries are scheduled to the second.
  deliverySweep: { everyMs: second, complaint: 'deliveries: sweep failed', run: sweepDeliveries },
  // Old rows are days old, and the rows of a deleted target are invisible.
  deliveryCleaning: {
    everyMs: minute,
    restFactor: 3,
    complaint: 'deliveries: cleaning failed',
    run: cleanDeliveries,
  },
  // A weekly check-up may come seconds late; one that was forgotten has a person who waits.
  formChecks: { everyMs: 10 * second, complaint: 'form checks: start failed', run: startChecks },
  // The first search of a form does not wait for the index, which only speeds up later ones.
  searchIndex: { everyMs: 5 * second, complaint: 'search: indexing failed', run: indexForms },
  formDeletions: {
    everyMs: 2 * second,
    restFactor: 3,
    complaint: 'form deletion: removal failed',
    run: deleteForms,
  },
  // Half a minute is short compared with the days of a form.
  retention: {
    everyMs: 30 * second,
    restFactor: 3,
    complaint: 'retention: deletion failed',
    run: deleteExpired,
  },
  // A flood of 3,000 a second adds some 6,000 excess submissions until the next round. With rests, it would grow faster
  // than the worker deletes it.
  spamExcess: { everyMs: 2 * second, complaint: 'spam: removal failed', run: removeExcessSpam },
  // An hour or ten minutes are short compared with the ninety days of spam, words, changes and other rows.
  spamAges: {
    everyMs: hour,
    retryMs: 2 * second,
    restFactor: 1,
    complaint: 'spam: removal failed',
    run: removeOldSpam,
  },
  spamWords: {
    everyMs: hour,
    retryMs: 30 * second,
    restFactor: 1,
    complaint: 'spam: learning failed',
    run: forgetWords,
  },
  changeAges: { everyMs: 10 * minute, restFactor: 1, complaint: 'changes: removal failed', run: limitChanges },
  otherAges: { everyMs: hour, restFactor: 3, complaint: 'ages: removal failed', run: limitAges },
  // A round takes some milliseconds. It fails if another transaction holds a lock on the table.
  partitions: {
    everyMs: 5 * minute,
    retryMs: minute,
    complaint: 'partitions: upkeep failed',
    run: keepPartitions,
  },
} satisfies Record<DueWork, BackgroundWork<BackgroundDeps>> & Record<string, BackgroundWork<BackgroundDeps>>;

/** Starts the background work and its metrics. */
export function startBackground(deps: WorkerDeps): RunningWork {
  const { config, pool, clientLanes, metrics, lifecycle } = deps;
  const main = mainLane(clientLanes);
  const retentionPlans = plansWithRetention(config);
  measureDueWork(pool, metrics);
  measurePartitions(pool, metrics);
  measureFiles(deps);
  const checkProducer = openProducer(main.redis, main.keys);
  lifecycle.onClose('flush', 'producer of form checks', checkProducer.close);
  const work = startBackgroundWork(backgroundWork, {
    ...deps,
    checkProducer,
    notifications: openNotifications(deps),
    noteCheck: measureChecks(metrics),
    queuedBatches: openQueuedBatches(clientLanes),
    isBusy: watchBusyness(deps),
    countIndexed: measureIndexing(pool, metrics),
    retentionPlans,
    countExpired: measureRetention(pool, retentionPlans, metrics),
  });
  lifecycle.onClose('finish work', 'background work', work.close);
  return work;
}
