import { defineLookups } from '@inlet/observe/lookup-gauge';
import type { Metrics } from '@inlet/observe/metrics';
import type { Lifecycle } from '@inlet/process/lifecycle';
import type { Logger } from '@inlet/process/logger';
import { openRedis, type RedisConnection, type RedisRole } from '#connections.ts';
import { type RedisKeys, redisKeys } from '#keys.ts';
import { type RedisState, type RedisWatch, watchRedis } from '#redis-watch.ts';

/**
 * A part of the keys with a hash tag of its own, so that a Redis Cluster may have it on another master. Each account is
 * in one lane, which has its counters, its idempotency keys and its queue of submissions. Everything else is in lane 0.
 */
export interface Lane {
  readonly number: number;
  readonly redis: RedisConnection;
  readonly keys: RedisKeys;
  /** Names the lane in each line, unless there is only one. */
  readonly logger: Logger;
}

export interface WatchedLane extends Lane {
  readonly watch: RedisWatch;
}

export interface LaneSettings {
  readonly REDIS_URL: string;
  readonly REDIS_PREFIX: string;
  readonly REDIS_LANES: number;
}

export interface LaneOptions {
  readonly config: LaneSettings;
  readonly role: RedisRole;
  /** Shown by Redis in `CLIENT LIST`; the connections of lanes above 0 add their number. */
  readonly name: string;
  readonly logger: Logger;
  readonly lifecycle: Pick<Lifecycle, 'onClose'>;
  /** The lanes to connect to; all of them by default. */
  readonly numbers?: readonly number[];
  /** Called when the server of a lane is no longer the primary. */
  readonly onDemoted?: (lane: number) => void;
}

/** The prefix of a lane's keys. Those of lane 0 are the keys of an installation without lanes. */
export function lanePrefix(prefix: string, lane: number): string {
  return lane === 0 ? prefix : `${prefix}:${lane}`;
}

export function laneNumbers({ REDIS_LANES: count }: Pick<LaneSettings, 'REDIS_LANES'>): number[] {
  return Array.from({ length: count }, (_, number) => number);
}

/** Connects to lanes, each with a connection of its own, and registers how the connections close. */
export function openLanes({ config, role, name, logger, lifecycle, onDemoted, ...options }: LaneOptions): Lane[] {
  const { numbers = laneNumbers(config) } = options;
  return numbers.map((number) => {
    const prefix = lanePrefix(config.REDIS_PREFIX, number);
    const ofLane = config.REDIS_LANES === 1 ? logger : logger.child({ lane: number });
    const redis = openRedis({
      ...{ role, prefix, url: config.REDIS_URL, logger: ofLane },
      name: number === 0 ? name : `${name}-lane-${number}`,
      ...(onDemoted && { onDemoted: () => onDemoted(number) }),
    });
    lifecycle.onClose('disconnect', `redis of lane ${number}`, () => redis.disconnect());
    return { number, redis, keys: redisKeys(prefix), logger: ofLane };
  });
}

/** The lane that always exists, with everything that belongs to no account's lane. */
export function mainLane<Of extends Lane>([first]: readonly Of[]): Of {
  if (first?.number !== 0) throw new Error('Lane 0 comes first');
  return first;
}

/** Watches and measures the Redis of each lane. */
export function watchLanes(
  lanes: readonly Lane[],
  { metrics, lifecycle }: { readonly metrics: Metrics; readonly lifecycle: Pick<Lifecycle, 'onClose'> },
): WatchedLane[] {
  const watched = lanes.map((lane) => {
    const watch = watchRedis(lane);
    lifecycle.onClose('flush', `redis watch of lane ${lane.number}`, watch.close);
    return { ...lane, watch };
  });
  measureLanes(watched, metrics);
  return watched;
}

export function measureLanes(
  lanes: readonly { readonly number: number; readonly watch: Pick<RedisWatch, 'state'> }[],
  metrics: Metrics,
): void {
  const define = (name: string, help: string, pick: (state: RedisState) => number) =>
    defineLookups(metrics, { name, help, label: 'lane' }, async () =>
      lanes.map(({ number, watch }) => [String(number), pick(watch.state())] as const),
    );
  const unknown = Number.NaN;
  define('inlet_redis_writable', 'Whether Redis takes writes; unknown while it does not answer', ({ isWritable }) =>
    isWritable === null ? unknown : Number(isWritable),
  );
  define('inlet_redis_replicas', 'Replicas that follow Redis', ({ replicas }) => replicas ?? unknown);
  define(
    'inlet_redis_memory_used_ratio',
    'Share of its memory limit that Redis uses; 0 without a limit',
    ({ memoryShare }) => memoryShare,
  );
}
