import type { JobHandlers } from '@inlet/queue/consumers';
import { redisKeys } from '@inlet/redis/keys';
import { defineCounter, defineHistogram } from '@inlet/service/metrics';
import { type AcceptedSubmission, unpackBatch } from '@inlet/submissions/batch';
import type { WorkerDeps } from '#deps.ts';
import { createJudge } from '#spam/judge/create-judge.ts';
import { insertDead } from '#submissions/dead-submissions.store.ts';
import { storeWithHalving } from '#submissions/store-with-halving.ts';
import { findRefunds } from '#submissions/submissions.store.ts';

const storedAfterBucketsSeconds = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300];

export type StoreDeps = Pick<
  WorkerDeps,
  'pool' | 'redis' | 'config' | 'metrics' | 'balances' | 'announce' | 'bell' | 'logger'
>;

/** Writes a batch. Done twice it stores nothing twice, so a crash at any moment is repaired by the next run. */
export function storeSubmissionsJob({
  pool,
  redis,
  config,
  metrics,
  balances,
  announce,
  bell,
  logger,
}: StoreDeps): JobHandlers['store-submissions'] {
  const measure = defineMeasures(metrics);
  const judge = createJudge(pool);
  const keys = redisKeys(config.REDIS_PREFIX);

  async function keepDead(submission: AcceptedSubmission, reason: string): Promise<void> {
    await insertDead(pool, submission, reason);
    measure.dead.inc();
    logger.error({ submissionId: submission.id, formId: submission.formId, reason }, 'submissions: one set aside');
  }

  return async (payload, { jobId }) => {
    const submissions = unpackBatch(payload);
    const dead = new Set<AcceptedSubmission>();
    const judgements = await judge(submissions);
    const setAside = (submission: AcceptedSubmission, reason: string) => {
      dead.add(submission);
      return keepDead(submission, reason);
    };
    const { count, targets } = await storeWithHalving(pool, submissions, setAside, judgements);
    // The database may refuse the others in any statement.
    const kept = submissions.filter((submission) => !dead.has(submission));
    const isSpam = (submission: AcceptedSubmission) => judgements.get(submission)?.isSpam ?? submission.isSpam;
    const caught = kept.filter((submission) => !submission.isSpam && isSpam(submission));
    if (count < submissions.length || caught.length > 0) {
      const refunds = await findRefunds(pool, kept, judgements);
      if (refunds.length > 0) await balances.refund(jobId, refunds);
    }
    // A sender whose submission was taken for spam may send something else under the same key.
    const claims = caught.flatMap(({ claim }) => (claim === undefined ? [] : [keys.idempotency(claim)]));
    if (claims.length > 0) await redis.del(claims);
    // After the commit, so that a reader of the announcement finds the rows. Rows that existed before are
    // announced too, because the run that stored them may have died first. Spam is not announced.
    const announced = announce(kept.filter((submission) => !isSpam(submission)));
    await Promise.all(targets.length > 0 ? [announced, bell.ring(targets)] : [announced]);
    measure.caught.inc(caught.length);
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
    caught: defineCounter(
      metrics,
      'inlet_spam_caught_total',
      'Submissions that the checks of the worker took for spam',
    ),
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
