import type { Logger } from '@inlet/service/logger';
import type { Redis, RedisOptions } from 'ioredis';
import { createRedis } from '#create-redis.ts';
import { isRefusedByRole } from '#refused-by-role.ts';

/** A connection to Redis. */
export type RedisConnection = Redis;

/**
 * What a connection is for. A `client` serves requests and fails fast, because somebody is waiting for the answer; a
 * `consumer` belongs to a BullMQ worker and waits for Redis as long as it takes; a `subscriber` only listens.
 */
export type RedisRole = 'client' | 'consumer' | 'subscriber';

export interface RedisConnectionOptions {
  readonly role: RedisRole;
  readonly url: string;
  /** Shown by Redis in `CLIENT LIST`. */
  readonly name: string;
  readonly logger: Logger;
  /** Hears that this server is no primary any more; the connection is made anew. */
  readonly onDemoted?: () => void;
}

/** A command that a hung Redis does not answer fails after this time; it may still have been carried out. */
const commandTimeoutMs = 2_000;
const connectTimeoutMs = 2_000;
/**
 * A line that is silent for so long, though it owes an answer, is made anew. Where the other end vanished without a
 * word, as with its machine, the system itself would go on trying for a quarter of an hour.
 */
const idleTimeoutMs = 3_000;
/** A worker asks for its next job with a question that may stay open for ten seconds. */
const consumerIdleTimeoutMs = 15_000;
/** Longest pause between two attempts to connect: Redis is used again at most this long after it is back or promoted. */
const longestRetryMs = 1_000;
/**
 * How soon a Redis that still reads its data from disk is asked again whether it has. It guesses itself how long that
 * takes, in whole seconds, and whoever believes it comes late.
 */
const loadingRetryMs = 100;

const byRole = {
  // Nothing is sent a second time: when the line breaks, nobody knows whether Redis has done it already.
  client: {
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    commandTimeout: commandTimeoutMs,
    socketTimeout: idleTimeoutMs,
  },
  consumer: { maxRetriesPerRequest: null, socketTimeout: consumerIdleTimeoutMs },
  subscriber: { maxRetriesPerRequest: null, autoResubscribe: true, socketTimeout: idleTimeoutMs },
} satisfies Record<RedisRole, RedisOptions>;

/** Opens a connection that looks after itself: it reconnects for ever, and an absent Redis never ends the process. */
export function openRedis({ role, url, name, logger, onDemoted }: RedisConnectionOptions): Redis {
  const redis = createRedis(url, {
    ...byRole[role],
    connectionName: name,
    connectTimeout: connectTimeoutMs,
    maxLoadingRetryTime: loadingRetryMs,
    retryStrategy: (attempt) => Math.min(50 * 2 ** attempt, longestRetryMs),
    // The address may lead to another server by now. The command fails all the same: it is for its sender to repeat.
    reconnectOnError: createDemotionRule(onDemoted),
  });
  logOutages(redis, logger, role);
  return redis;
}

/**
 * A server that stays a replica is asked for again and again, but not for each command that it refuses. BullMQ makes copies
 * of a connection with its options; each has its own clock, by the options that the client calls this rule on.
 */
function createDemotionRule(onDemoted?: () => void): (error: Error) => boolean {
  const connectedAnewAtMs = new WeakMap<object, number>();
  return function isDemoted(this: object, error) {
    const nowMs = performance.now();
    const latestMs = connectedAnewAtMs.get(this) ?? Number.NEGATIVE_INFINITY;
    if (!isRefusedByRole(error) || nowMs - latestMs < longestRetryMs) return false;
    connectedAnewAtMs.set(this, nowMs);
    onDemoted?.();
    return true;
  };
}

/** Waits until the connection is usable, or until the time is over; a process also starts while Redis is away. */
export function waitUntilConnected(redis: Redis, timeoutMs: number): Promise<void> {
  if (redis.status === 'ready') return Promise.resolve();
  return new Promise((resolve) => {
    const timer = setTimeout(done, timeoutMs);
    function done() {
      clearTimeout(timer);
      redis.off('ready', done);
      resolve();
    }
    redis.once('ready', done);
  });
}

/** Says once that Redis went away and once that it is back, not at each of the attempts between. */
function logOutages(redis: Redis, logger: Logger, role: RedisRole): void {
  let isAway = false;
  redis.on('error', (err) => {
    if (!isAway) logger.warn({ err, role }, 'redis: connection lost');
    isAway = true;
  });
  redis.on('ready', () => {
    if (isAway) logger.info({ role }, 'redis: connected again');
    isAway = false;
  });
}
