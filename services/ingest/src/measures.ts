import { defineCounter, defineHistogram, type Metrics } from '@inlet/observe/metrics';

/** Metrics of ingest besides its requests. None of them is updated for each submission. */
export interface IngestMeasures {
  /** Records a batch's size, and the time until it is on disk. */
  readonly batch: <T>(size: number, stored: Promise<T>) => Promise<T>;
  /** Counts a refusal by its code. */
  readonly refused: (code: string) => void;
}

const sizeBuckets = [1, 2, 5, 10, 25, 50, 100, 250, 500];
/** Redis syncs a batch to disk in one to five milliseconds; the timeout is four seconds. */
const queuedBucketsSeconds = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5];

export function measureIngest(metrics: Metrics): IngestMeasures {
  const sizes = defineHistogram(metrics, 'inlet_batch_submissions', 'Submissions in a batch', sizeBuckets);
  const queuedAfter = defineHistogram(
    metrics,
    'inlet_batch_queued_seconds',
    'Time until Redis had a batch on disk, or until the timeout',
    queuedBucketsSeconds,
  );
  const refused = defineCounter(metrics, 'inlet_submissions_refused_total', 'Refused submissions by reason', [
    'reason',
  ]);
  return {
    batch: (size, stored) => {
      sizes.observe(size);
      const startMs = performance.now();
      return stored.finally(() => queuedAfter.observe((performance.now() - startMs) / 1_000));
    },
    refused: (reason) => refused.inc({ reason }),
  };
}
