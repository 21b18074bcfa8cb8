import { defineLookup } from '@inlet/observe/lookup-gauge';
import type { Metrics } from '@inlet/observe/metrics';
import { type BackgroundLoop, startBackgroundLoop } from '@inlet/process/background-loop';
import type { Logger } from '@inlet/process/logger';
import type { Pool } from 'pg';
import { countLate, keepOne } from '#cleanup/partitions.store.ts';

interface PartitionOptions {
  readonly pool: Pool;
  readonly logger: Logger;
  readonly metrics: Metrics;
}

/** A look costs some milliseconds. */
const intervalMs = 300_000;
/** A lock that was not to be had is asked for again: one worker's partition is another one's, too. */
const retryMs = 60_000;

/** Makes the partitions that the next weeks need and drops those that are too old. One worker at a time does it. */
export function startPartitions({ pool, logger, metrics }: PartitionOptions): BackgroundLoop {
  const help = 'Tables that lack a partition two periods ahead, or still have one that is too old';
  defineLookup(metrics, 'inlet_partitions_late_tables', help, () => countLate(pool));
  const options = { intervalMs, retryMs, logger, complaint: 'partitions: upkeep failed' };
  return startBackgroundLoop(options, async ({ signal }) => {
    while (!signal.aborted) {
      const partition = await keepOne(pool);
      if (partition === null) return;
      logger.info({ partition }, 'partitions: made or dropped');
    }
  });
}
