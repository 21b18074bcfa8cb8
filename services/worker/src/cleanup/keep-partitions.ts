import { defineLookup } from '@inlet/observe/lookup-gauge';
import type { Metrics } from '@inlet/observe/metrics';
import type { WorkRound } from '@inlet/process/background-work';
import type { Logger } from '@inlet/process/logger';
import type { Pool } from 'pg';
import { countLate, keepOne } from '#cleanup/partitions.store.ts';

export interface PartitionDeps {
  readonly pool: Pool;
  readonly logger: Logger;
}

export function measurePartitions(pool: Pool, metrics: Metrics): void {
  const help = 'Tables that lack a partition two periods ahead, or still have one that is too old';
  defineLookup(metrics, 'inlet_partitions_late_tables', help, () => countLate(pool));
}

/** Creates partitions for the next weeks and drops expired ones. One worker at a time does this. */
export async function keepPartitions({ pool, logger }: PartitionDeps, { repeat }: WorkRound): Promise<void> {
  await repeat(async () => {
    const partition = await keepOne(pool);
    if (partition !== null) logger.info({ partition }, 'partitions: created or dropped');
    return partition !== null;
  });
}
