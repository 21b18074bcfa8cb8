import type { Blobs } from '@inlet/blobs/blobs';
import type { Logger } from '@inlet/service/logger';
import { defineCounter, defineHistogram, type Metrics } from '@inlet/service/metrics';
import type { AcceptedSubmission } from '@inlet/submissions/batch';
import type { Changed } from '@inlet/submissions/record-sql';
import type { Pool } from 'pg';
import { createJudge } from '#spam/judge/create-judge.ts';
import type { Judgements } from '#spam/judge/judgements.ts';
import { insertDead } from '#submissions/dead-submissions.store.ts';
import { type FirstState, insertWithFiles } from '#submissions/files/attach-files.store.ts';
import { type Insert, storeWithHalving } from '#submissions/store-with-halving.ts';

const storedAfterBucketsSeconds = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300];

export interface Stored extends Changed {
  readonly judgements: Judgements;
  /** All but those that were set aside: the database may refuse these in any statement. */
  readonly kept: readonly AcceptedSubmission[];
  /** Those that the judge took for spam. */
  readonly caught: readonly AcceptedSubmission[];
  /** Those that are no spam. */
  readonly inbox: readonly AcceptedSubmission[];
}

/** Judges submissions and stores them. */
export type Store = (submissions: readonly AcceptedSubmission[], insert?: Insert) => Promise<Stored>;

export interface StoreOptions {
  readonly pool: Pool;
  readonly metrics: Metrics;
  readonly logger: Logger;
  readonly blobs: Pick<Blobs, 'sizeOf'>;
  /** What files are when their submission is stored. */
  readonly firstState?: FirstState;
}

export function createStore({ pool, metrics, logger, blobs, firstState = 'available' }: StoreOptions): Store {
  const measure = defineMeasures(metrics);
  const judge = createJudge(pool);

  async function keepDead(submission: AcceptedSubmission, reason: string): Promise<void> {
    await insertDead(pool, submission, reason);
    measure.dead.inc();
    logger.error({ submissionId: submission.id, formId: submission.formId, reason }, 'submissions: one set aside');
  }

  return async (submissions, insert = insertWithFiles(firstState, blobs)) => {
    const dead = new Set<AcceptedSubmission>();
    const judgements = await judge(submissions);
    const setAside = (submission: AcceptedSubmission, reason: string) => {
      dead.add(submission);
      return keepDead(submission, reason);
    };
    const { count, targets } = await storeWithHalving(pool, submissions, setAside, judgements, insert);
    const kept = submissions.filter((submission) => !dead.has(submission));
    const isSpam = (submission: AcceptedSubmission) => judgements.get(submission)?.isSpam ?? submission.isSpam;
    const caught = kept.filter((submission) => !submission.isSpam && isSpam(submission));
    measure.caught.inc(caught.length);
    measure.stored.inc(count);
    measure.skipped.inc(submissions.length - count);
    if (submissions.length > 0) measure.storedAfter.observe((Date.now() - oldest(submissions)) / 1_000);
    return { count, targets, judgements, kept, caught, inbox: kept.filter((submission) => !isSpam(submission)) };
  };
}

function defineMeasures(metrics: Metrics) {
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
