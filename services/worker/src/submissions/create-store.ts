import type { Blobs } from '@inlet/blobs/blobs';
import { defineCounter, defineHistogram, type Metrics } from '@inlet/observe/metrics';
import type { Logger } from '@inlet/process/logger';
import type { AcceptedSubmission } from '@inlet/submissions/batch';
import type { Changed } from '@inlet/submissions/record-sql';
import type { Pool, PoolClient } from 'pg';
import { createJudge } from '#spam/judge/create-judge.ts';
import { type FirstState, insertWithFiles } from '#submissions/attach-files.store.ts';
import { insertDead } from '#submissions/dead-submissions.store.ts';
import { type SetAside, type StoreSteps, storeWithHalving } from '#submissions/store-with-halving.ts';

const storedAfterBucketsSeconds = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300];

/** Known data of submissions at the end of the transaction that stores them. */
export interface StoredRows {
  /** All submissions except those set aside, which the database may refuse in any statement. */
  readonly kept: readonly AcceptedSubmission[];
  /** Ids of submissions that already existed, or whose form is deleted. */
  readonly missing: ReadonlySet<string>;
  /** True if it is in the spam folder, by ingest's or the judge's decision. */
  readonly isSpam: (submission: AcceptedSubmission) => boolean;
}

export interface Stored extends Changed {
  /** Submissions that the judge considers spam. */
  readonly caught: readonly AcceptedSubmission[];
  /** Submissions that are not spam. */
  readonly inbox: readonly AcceptedSubmission[];
}

/** Additional work in the transaction that stores submissions. */
export interface InTransaction extends Pick<StoreSteps, 'limits'> {
  readonly finish?: (client: PoolClient, rows: StoredRows) => Promise<void>;
}

/** Judges submissions and stores them. */
export type Store = (submissions: readonly AcceptedSubmission[], options?: InTransaction) => Promise<Stored>;

export interface StoreOptions {
  readonly pool: Pool;
  readonly metrics: Metrics;
  readonly logger: Logger;
  readonly blobs: Pick<Blobs, 'sizeOf'>;
  /** The state of files when their submission is stored. */
  readonly firstState?: FirstState;
}

export function createStore({ pool, metrics, logger, blobs, firstState = 'available' }: StoreOptions): Store {
  const measure = defineMeasures(metrics);
  const judge = createJudge(pool);

  const insert = insertWithFiles(firstState, blobs);

  return async (submissions, { finish, limits } = {}) => {
    const dead = new Set<AcceptedSubmission>();
    const judgements = await judge(submissions);
    const isSpam = (submission: AcceptedSubmission) => judgements.get(submission)?.isSpam ?? submission.isSpam;
    const listKept = () => (dead.size === 0 ? submissions : submissions.filter((submission) => !dead.has(submission)));
    const setAside: SetAside = async (submission, reason, client) => {
      await insertDead(client, submission, reason);
      dead.add(submission);
      measure.dead.inc();
      logger.error(
        { submissionId: submission.id, formId: submission.formId, reason },
        'submissions: submission set aside',
      );
    };
    const { count, targets } = await storeWithHalving(pool, submissions, setAside, judgements, {
      insert,
      limits,
      finish: async (client, { missing }) => finish?.(client, { kept: listKept(), missing: new Set(missing), isSpam }),
    });
    const kept = listKept();
    const caught = kept.filter((submission) => !submission.isSpam && isSpam(submission));
    measure.caught.inc(caught.length);
    measure.stored.inc(count);
    measure.skipped.inc(submissions.length - count);
    if (submissions.length > 0) measure.storedAfter.observe((Date.now() - oldest(submissions)) / 1_000);
    return { count, targets, caught, inbox: kept.filter((submission) => !isSpam(submission)) };
  };
}

function defineMeasures(metrics: Metrics) {
  return {
    stored: defineCounter(metrics, 'inlet_submissions_stored_total', 'Submissions written to the database'),
    skipped: defineCounter(
      metrics,
      'inlet_submissions_skipped_total',
      'Submissions that already existed, were set aside, or whose form was deleted meanwhile',
    ),
    dead: defineCounter(metrics, 'inlet_submissions_dead_total', 'Submissions that the database refused'),
    caught: defineCounter(metrics, 'inlet_spam_caught_total', 'Submissions that the worker judged as spam'),
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
