import type { Blobs } from '@inlet/blobs/blobs';
import { openBlobs } from '@inlet/blobs/open-blobs';
import { createFileLinks, type FileLinks } from '@inlet/crypto/file-links';
import { type Database, openDatabase } from '@inlet/db/database';
import { measureWritable } from '@inlet/db/open-pool';
import { createMetrics, type Metrics } from '@inlet/observe/metrics';
import type { ServiceContext } from '@inlet/process/run-service';
import { openProducer, type Producer } from '@inlet/queue/producer';
import { openRedis, type RedisConnection } from '@inlet/redis/connections';
import { type RedisKeys, redisKeys } from '@inlet/redis/keys';
import { type RedisWatch, watchRedis } from '@inlet/redis/redis-watch';
import type { AccountConfig } from '#config.ts';
import { createPlans, type Plans } from '#plan/plans.ts';

/** The configuration and the connections that every context may use. It imports no context. */
export interface Resources extends ServiceContext<AccountConfig> {
  readonly metrics: Metrics;
  readonly plans: Plans;
  readonly database: Database;
  readonly redis: RedisConnection;
  readonly redisWatch: RedisWatch;
  readonly keys: RedisKeys;
  readonly producer: Producer;
  readonly fileLinks: FileLinks;
  readonly blobs: Blobs;
}

/**
 * Longer than any statement that a page or a form waits for; the web app times out after fifteen seconds. Searches end
 * sooner, and a longer statement sets its own limit in its transaction.
 */
const statementTimeoutMs = 10_000;

/** Opens the connections, and registers how each is closed. */
export function openResources(context: ServiceContext<AccountConfig>): Resources {
  const { config, logger, lifecycle, tracing } = context;
  const metrics = createMetrics('account');
  const database = openDatabase({
    url: config.DATABASE_URL,
    prepared: config.DATABASE_PREPARED,
    maxConnections: config.DATABASE_CONNECTIONS,
    applicationName: 'account',
    statementTimeoutMs,
    metrics,
    tracing,
  });
  lifecycle.onClose('disconnect', 'database', database.close);
  measureWritable(metrics, database.pool);
  const redis = openRedis({
    role: 'client',
    url: config.REDIS_URL,
    prefix: config.REDIS_PREFIX,
    name: 'account',
    logger,
  });
  lifecycle.onClose('disconnect', 'redis', () => redis.disconnect());

  const keys = redisKeys(config.REDIS_PREFIX);
  // Readiness does not use it. It reports a Redis that refuses writes, and leaves a server that is no longer the primary.
  const redisWatch = watchRedis({ redis, keys, metrics, logger });
  lifecycle.onClose('flush', 'redis watch', redisWatch.close);
  const producer = openProducer(redis, keys);
  lifecycle.onClose('flush', 'producer', producer.close);
  const fileLinks = createFileLinks(config.ENCRYPTION_KEYS, config.FILES_URL ?? config.PUBLIC_URL);
  const blobs = openBlobs(config);
  const plans = createPlans(config);
  return { ...context, metrics, plans, database, redis, redisWatch, keys, producer, fileLinks, blobs };
}
