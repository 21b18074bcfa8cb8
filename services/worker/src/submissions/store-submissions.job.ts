import { unpackBatch } from '@inlet/contracts/submission-batch';
import type { JobHandlers } from '@inlet/queue/consumers';
import { defineCounter, defineHistogram } from '@inlet/service/metrics';
import type { WorkerDeps } from '#deps.ts';
import { insertSubmissions } from '#submissions/submissions.store.ts';

const storedAfterBucketsSeconds = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300];

/** Writes a batch. Done twice it stores nothing twice, so a crash at any moment is repaired by the next run. */
export function storeSubmissionsJob({ database, metrics }: StoreDeps): JobHandlers['store-submissions'] {
  const stored = defineCounter(metrics, 'inlet_submissions_stored_total', 'Submissions written to the database');
  const repeated = defineCounter(
    metrics,
    'inlet_submissions_skipped_total',
    'Submissions that were there already, or whose form was deleted meanwhile',
  );
  const storedAfter = defineHistogram(
    metrics,
    'inlet_submission_stored_after_seconds',
    'Time from the arrival of the oldest submission of a batch to its commit',
    storedAfterBucketsSeconds,
  );

  return async (payload) => {
    const submissions = unpackBatch(payload);
    const count = await insertSubmissions(database.pool, submissions);
    stored.inc(count);
    repeated.inc(submissions.length - count);
    const oldestMs = Math.min(...submissions.map(({ receivedAtMs }) => receivedAtMs));
    storedAfter.observe((Date.now() - oldestMs) / 1_000);
  };
}

export type StoreDeps = Pick<WorkerDeps, 'database' | 'metrics'>;
