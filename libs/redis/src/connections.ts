import type { Logger } from '@inlet/process/logger';
import { parseClusterUrl } from '@inlet/process/redis-url';
import type { Redis, RedisOptions } from 'ioredis';
import { createRedis } from '#create-redis.ts';
import { isOfMovingSlot, isOnAnotherNode } from '#refused-by-cluster.ts';
import { isRefusedByRole } from '#refused-by-role.ts';

/** A connection to Redis. */
export type RedisConnection = Redis;

/**
 * The use of a connection. A `client` serves requests and fails fast, because a request waits for the reply; a
 * `consumer` belongs to a BullMQ worker and waits for Redis indefinitely; a `subscriber` only listens.
 */
export type RedisRole = 'client' | 'consumer' | 'subscriber';

export interface RedisConnectionOptions {
  readonly role: RedisRole;
  readonly url: string;
  /** The prefix of the keys. A Redis Cluster has them on one of its masters; other addresses do not need it. */
  readonly prefix?: string;
  /** Shown by Redis in `CLIENT LIST`. */
  readonly name: string;
  readonly logger: Logger;
  /** Called when the server is no longer the primary; the connection then reconnects. */
  readonly onDemoted?: () => void;
}

/** The timeout of a command to a hung Redis; the command may still have been executed. */
const commandTimeoutMs = 2_000;
const connectTimeoutMs = 2_000;
/**
 * A connection that waits for a reply for this long is replaced. If the other host is gone, the operating system would
 * keep retrying for a quarter of an hour.
 */
const idleTimeoutMs = 3_000;
/** A worker blocks up to ten seconds while it waits for a job. */
const consumerIdleTimeoutMs = 15_000;
/** The longest pause between two connection attempts, so Redis is used again this soon after it is back or promoted. */
const longestRetryMs = 1_000;
/** Retry interval while Redis loads its data from disk. Redis's own estimate is in whole seconds, which is too long. */
const loadingRetryMs = 100;

const byRole = {
  // No command is sent twice: Redis may have executed it before the connection broke.
  client: {
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    commandTimeout: commandTimeoutMs,
    socketTimeout: idleTimeoutMs,
  },
  consumer: { maxRetriesPerRequest: null, socketTimeout: consumerIdleTimeoutMs },
  subscriber: { maxRetriesPerRequest: null, autoResubscribe: true, socketTimeout: idleTimeoutMs },
} satisfies Record<RedisRole, RedisOptions>;

/** Opens a connection that reconnects indefinitely; a missing Redis never ends the process. */
export function openRedis({ role, url, prefix, name, logger, onDemoted }: RedisConnectionOptions): Redis {
  const isRefusal = parseClusterUrl(url) === null ? isRefusedByRole : (error: Error) => isRefusedInCluster(error, role);
  const { isDemoted, restMs } = createDemotionRule(role, isRefusal, onDemoted);
  const options: RedisOptions = {
    ...byRole[role],
    connectionName: name,
    connectTimeout: connectTimeoutMs,
    maxLoadingRetryTime: loadingRetryMs,
    retryStrategy: (attempt) => Math.max(Math.min(50 * 2 ** attempt, longestRetryMs), restMs()),
    // The address may lead to another server by now. The command still fails: its caller must retry it.
    reconnectOnError: isDemoted,
  };
  const redis = createRedis(url, options, prefix);
  logOutages(redis, logger, role);
  return redis;
}

/** While a slot moves, a client still reads what has not moved, but a consumer must rest: BullMQ repeats its commands. */
function isRefusedInCluster(error: Error, role: RedisRole): boolean {
  return isRefusedByRole(error) || isOnAnotherNode(error) || (role === 'consumer' && isOfMovingSlot(error));
}

/**
 * A client reconnects at intervals if its server stays a replica, and reads from it meanwhile. A consumer waits before
 * it reconnects, with increasing pauses: BullMQ retries a refused command at once, thousands of times a second. Copies
 * of a connection share its rule.
 */
function createDemotionRule(role: RedisRole, isRefusal: (error: Error) => boolean, onDemoted?: () => void) {
  let firstMs = 0;
  let latestMs = Number.NEGATIVE_INFINITY;
  return {
    isDemoted: (error: Error): boolean => {
      const sinceMs = performance.now() - latestMs;
      if (!isRefusal(error) || (role !== 'consumer' && sinceMs < longestRetryMs)) return false;
      latestMs = performance.now();
      if (sinceMs > 2 * longestRetryMs) firstMs = latestMs;
      onDemoted?.();
      return true;
    },
    restMs: () => (role === 'consumer' ? Math.min(latestMs - firstMs, longestRetryMs) : 0),
  };
}

/** Waits until the connection is usable or the timeout is over; a process can also start while Redis is away. */
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

/** Logs the start and the end of an outage once, instead of each connection attempt. */
function logOutages(redis: Redis, logger: Logger, role: RedisRole): void {
  let isAway = false;
  redis.on('error', (err) => {
    if (!isAway) logger.warn({ err, role }, 'redis: connection lost');
    isAway = true;
  });
  redis.on('ready', () => {
    if (isAway) logger.info({ role }, 'redis: reconnected');
    isAway = false;
  });
}
