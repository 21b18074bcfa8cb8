import type { Logger } from '@inlet/process/logger';
import type { Redis, RedisOptions } from 'ioredis';
import { createRedis } from '#create-redis.ts';
import { isRefusedByRole } from '#refused-by-role.ts';

/** A connection to Redis. */
export type RedisConnection = Redis;

/**
 * The use of a connection. A `client` serves requests and fails fast, because a request waits for the answer;
 * a `consumer` belongs to a BullMQ worker and waits for Redis for as long as needed; a `subscriber` only
 * listens.
 */
export type RedisRole = 'client' | 'consumer' | 'subscriber';

export interface RedisConnectionOptions {
  readonly role: RedisRole;
  readonly url: string;
  /** Shown by Redis in `CLIENT LIST`. */
  readonly name: string;
  readonly logger: Logger;
  /** Called when the server is no longer the primary; the connection then reconnects. */
  readonly onDemoted?: () => void;
}

/** A command that a hung Redis does not answer fails after this time; it may still have been carried out. */
const commandTimeoutMs = 2_000;
const connectTimeoutMs = 2_000;
/**
 * A connection that owes an answer for this long is replaced. When the other end vanishes with its machine,
 * the operating system would keep trying for a quarter of an hour.
 */
const idleTimeoutMs = 3_000;
/** A worker blocks up to ten seconds while it waits for a job. */
const consumerIdleTimeoutMs = 15_000;
/** Longest pause between two attempts to connect: Redis is used again at most this long after it is back or promoted. */
const longestRetryMs = 1_000;
/**
 * Retry interval while Redis loads its data from disk. Redis estimates the time itself, in whole seconds,
 * which is too long.
 */
const loadingRetryMs = 100;

const byRole = {
  // No command is sent twice: when the connection breaks, Redis may already have executed it.
  client: {
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    commandTimeout: commandTimeoutMs,
    socketTimeout: idleTimeoutMs,
  },
  consumer: { maxRetriesPerRequest: null, socketTimeout: consumerIdleTimeoutMs },
  subscriber: { maxRetriesPerRequest: null, autoResubscribe: true, socketTimeout: idleTimeoutMs },
} satisfies Record<RedisRole, RedisOptions>;

/** Opens a connection that reconnects for ever; an absent Redis never ends the process. */
export function openRedis({ role, url, name, logger, onDemoted }: RedisConnectionOptions): Redis {
  const { isDemoted, restMs } = createDemotionRule(role, onDemoted);
  const redis = createRedis(url, {
    ...byRole[role],
    connectionName: name,
    connectTimeout: connectTimeoutMs,
    maxLoadingRetryTime: loadingRetryMs,
    retryStrategy: (attempt) => Math.max(Math.min(50 * 2 ** attempt, longestRetryMs), restMs()),
    // The address may lead to another server by now. The command fails all the same: it is for its sender to repeat.
    reconnectOnError: isDemoted,
  });
  logOutages(redis, logger, role);
  return redis;
}

/**
 * A client reconnects at intervals where its server stays a replica, and reads from it meanwhile. A consumer rests
 * before it reconnects, ever longer: BullMQ repeats a refused command at once, and would do so thousands of times a
 * second. Copies of a connection share its rule.
 */
function createDemotionRule(role: RedisRole, onDemoted?: () => void) {
  let firstMs = 0;
  let latestMs = Number.NEGATIVE_INFINITY;
  return {
    isDemoted: (error: Error): boolean => {
      const sinceMs = performance.now() - latestMs;
      if (!isRefusedByRole(error) || (role !== 'consumer' && sinceMs < longestRetryMs)) return false;
      latestMs = performance.now();
      if (sinceMs > 2 * longestRetryMs) firstMs = latestMs;
      onDemoted?.();
      return true;
    },
    restMs: () => (role === 'consumer' ? Math.min(latestMs - firstMs, longestRetryMs) : 0),
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

/** Logs the start and the end of an outage once, not each attempt to connect. */
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
