import { defineLookups } from '@inlet/observe/lookup-gauge';
import { defineCounter, defineHistogram, type Metrics } from '@inlet/observe/metrics';
import type { PathSwitch } from '#paths/path-switch.ts';

/** Metrics of ingest besides its requests. None of them is updated for each submission. */
export interface IngestMeasures {
  /** Records the size of a lane's batch, and the time until it is on disk. */
  readonly batchesOf: (lane: number) => <T>(size: number, stored: Promise<T>) => Promise<T>;
  /** Counts a refusal by its code. */
  readonly refused: (code: string) => void;
}

const sizeBuckets = [1, 2, 5, 10, 25, 50, 100, 250, 500];
/** Redis syncs a batch to disk in one to five milliseconds; the timeout is four seconds. */
const queuedBucketsSeconds = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5];

export function measureIngest(metrics: Metrics): IngestMeasures {
  const sizes = defineHistogram(metrics, 'inlet_batch_submissions', 'Submissions in a batch', sizeBuckets, ['lane']);
  const queuedAfter = defineHistogram(
    metrics,
    'inlet_batch_queued_seconds',
    'Time until Redis had a batch on disk, or until the timeout',
    queuedBucketsSeconds,
    ['lane'],
  );
  const refused = defineCounter(metrics, 'inlet_submissions_refused_total', 'Refused submissions by reason', [
    'reason',
  ]);
  return {
    batchesOf: (number) => {
      const lane = String(number);
      const [sizesOfLane, queuedAfterOfLane] = [sizes.labels({ lane }), queuedAfter.labels({ lane })];
      return (size, stored) => {
        sizesOfLane.observe(size);
        const startMs = performance.now();
        return stored.finally(() => queuedAfterOfLane.observe((performance.now() - startMs) / 1_000));
      };
    },
    refused: (reason) => refused.inc({ reason }),
  };
}

/** Shows which path the batches of each lane take. */
export function measurePaths(
  metrics: Metrics,
  lanes: readonly { readonly number: number; readonly path: Pick<PathSwitch, 'isDirect'> }[],
): void {
  const name = 'inlet_direct_path';
  const help = 'Whether batches go directly to the worker, because Redis cannot be used';
  defineLookups(metrics, { name, help, label: 'lane' }, async () =>
    lanes.map(({ number, path }) => [String(number), Number(path.isDirect())] as const),
  );
}
