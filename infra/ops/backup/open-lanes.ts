import { createRedis } from '@inlet/redis/create-redis';
import { laneNumbers, lanePrefix } from '@inlet/redis/lanes';
import type { Redis } from 'ioredis';
import type { Stores } from '#backup/stores.ts';

export interface OpenLane {
  readonly redis: Redis;
  readonly prefix: string;
}

/** Connects once to each lane, and disconnects when the work is done. */
export async function withLanes<T>(stores: Stores, work: (lanes: readonly OpenLane[]) => Promise<T>): Promise<T> {
  const { redisUrl, redisPrefix, redisLanes } = stores;
  const lanes = laneNumbers({ REDIS_LANES: redisLanes }).map((lane) => {
    const prefix = lanePrefix(redisPrefix, lane);
    const redis = createRedis(redisUrl, { maxRetriesPerRequest: 1, sentinelRetryStrategy: () => null }, prefix);
    redis.on('error', () => undefined);
    return { redis, prefix };
  });
  try {
    return await work(lanes);
  } finally {
    for (const { redis } of lanes) redis.disconnect();
  }
}
