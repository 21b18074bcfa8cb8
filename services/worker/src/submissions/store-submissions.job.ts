import type { JobHandlers } from '@inlet/queue/consumers';
import { defineCounter, defineHistogram } from '@inlet/service/metrics';
import { type AcceptedSubmission, unpackBatch } from '@inlet/submissions/batch';
import type { WorkerDeps } from '#deps.ts';
import { insertDead } from '#submissions/dead-submissions.store.ts';
import { storeWithHalving } from '#submissions/store-with-halving.ts';
import { findRepeats } from '#submissions/submissions.store.ts';

const storedAfterBucketsSeconds = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300];

export type StoreDeps = Pick<WorkerDeps, 'pool' | 'metrics' | 'quota' | 'announce' | 'bell' | 'logger'>;

/** Writes a batch. Done twice it stores nothing twice, so a crash at any moment is repaired by the next run. */
export function storeSubmissionsJob({
  pool,
  metrics,
  quota,
  announce,
  bell,
  logger,
}: StoreDeps): JobHandlers['store-submissions'] {
  const measure = defineMeasures(metrics);

  async function keepDead(submission: AcceptedSubmission, reason: string): Promise<void> {
    await insertDead(pool, submission, reason);
    measure.dead.inc();
    logger.error({ submissionId: submission.id, formId: submission.formId, reason }, 'submissions: one set aside');
  }

  return async (payload, { jobId }) => {
    const submissions = unpackBatch(payload);
    const dead = new Set<AcceptedSubmission>();
    const { count, targets } = await storeWithHalving(pool, submissions, (submission, reason) => {
      dead.add(submission);
      return keepDead(submission, reason);
    });
    // The database may refuse the others in any statement.
    const kept = submissions.filter((submission) => !dead.has(submission));
    if (count < submissions.length) {
      const repeats = await findRepeats(pool, kept);
      if (repeats.length > 0) await quota.refund(jobId, repeats);
    }
    // After the commit, so that a reader of the announcement finds the rows. Rows that existed before are
    // announced too, because the run that stored them may have died first. Spam is not announced.
    const announced = announce(kept.filter(({ isSpam }) => !isSpam));
    await Promise.all(targets.length > 0 ? [announced, bell.ring(targets)] : [announced]);
    measure.stored.inc(count);
    measure.skipped.inc(submissions.length - count);
    measure.storedAfter.observe((Date.now() - oldest(submissions)) / 1_000);
  };
}

function defineMeasures(metrics: WorkerDeps['metrics']) {
  return {
    stored: defineCounter(metrics, 'inlet_submissions_stored_total', 'Submissions written to the database'),
    skipped: defineCounter(
      metrics,
      'inlet_submissions_skipped_total',
      'Submissions that were there already, were set aside, or whose form was deleted meanwhile',
    ),
    dead: defineCounter(metrics, 'inlet_submissions_dead_total', 'Submissions that the database refused'),
    storedAfter: defineHistogram(
      metrics,
      'inlet_submission_stored_after_seconds',
      'Time from the arrival of the oldest submission of a batch to its commit',
      storedAfterBucketsSeconds,
    ),
  };
}

function oldest(submissions: readonly AcceptedSubmission[]): number {
  return submissions.reduce((least, { receivedAtMs }) => Math.min(least, receivedAtMs), Number.POSITIVE_INFINITY);
}
