import type { Lane } from '@inlet/redis/lanes';
import type { WorkerDeps } from '#deps.ts';

/**
 * All lanes, with the connections over which their queues are read. A single lane waits for its Redis. Of several lanes,
 * one that is away fails at once, because nothing may wait for it on behalf of the others.
 */
export function readableLanes({
  config,
  redis,
  clientLanes,
}: Pick<WorkerDeps, 'config' | 'redis' | 'clientLanes'>): readonly Lane[] {
  return config.REDIS_LANES === 1 ? clientLanes.map((lane) => ({ ...lane, redis })) : clientLanes;
}
