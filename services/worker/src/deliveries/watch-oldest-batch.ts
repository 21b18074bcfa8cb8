import { oldestBatchMs } from '@inlet/queue/oldest-batch';
import type { RoundDeps } from '#deliveries/deliver.job.ts';
import type { WorkerDeps } from '#deps.ts';
import { readableLanes } from '#readable-lanes.ts';

/**
 * Looks at the queue of one lane. A single lane waits for its Redis. Of several lanes, one that is away must not hold the
 * places of other lanes' deliveries.
 */
export function watchOldestBatch(
  deps: Pick<WorkerDeps, 'config' | 'redis' | 'clientLanes' | 'logger'>,
): RoundDeps['oldestBatchMs'] {
  const lanes = readableLanes(deps);
  return async (number) => {
    const lane = lanes[number];
    if (!lane) throw new Error(`An account is in lane ${number}, but REDIS_LANES is ${lanes.length}`);
    const look = oldestBatchMs(lane.redis, lane.keys);
    if (lanes.length === 1) return look;
    return look.catch((err: unknown) => {
      deps.logger.debug({ err, lane: number }, 'deliveries: queue of the lane unknown');
      return null;
    });
  };
}
