import { type Database, openDatabase } from '@inlet/db/database';
import { openProducer, type Producer } from '@inlet/queue/producer';
import { measureQueues } from '@inlet/queue/queue-metrics';
import { openRedis, type RedisConnection, waitUntilConnected } from '@inlet/redis/connections';
import { type RedisKeys, redisKeys } from '@inlet/redis/keys';
import { type RedisWatch, watchRedis } from '@inlet/redis/redis-watch';
import type { Lifecycle } from '@inlet/service/lifecycle';
import type { Logger } from '@inlet/service/logger';
import { createMetrics, type Metrics } from '@inlet/service/metrics';
import type { ServiceContext } from '@inlet/service/run-service';
import { createSemaphore, type Semaphore } from '@inlet/service/semaphore';
import type { Tracing } from '@inlet/service/tracing';
import type Stripe from 'stripe';
import { type Attempts, createAttempts } from '#access/limits/attempts.ts';
import { createRequestLimit, type RequestLimit } from '#access/limits/request-limit.ts';
import { measureEvents } from '#billing/events/measure-events.ts';
import { type Bell, createBell } from '#billing/events/signal.ts';
import { createStripe } from '#billing/stripe-client.ts';
import type { AccountConfig } from '#config.ts';
import { type Background, createBackground } from '#deps/background.ts';
import { createDirectoryRelay, type DirectoryRelay } from '#forms/directory/relay.ts';
import { type AccessTokens, createAccessTokens } from '#identity/sessions/access-tokens.ts';
import { createSessions, type Sessions } from '#identity/sessions/sessions.ts';
import { createExportShare, type ExportShare } from '#inbox/export/export-share.ts';
import { createLiveStreams, type LiveStreams } from '#inbox/live/live-streams.ts';
import { createSearches, type Searches } from '#inbox/searches/searches.ts';

export interface AccountDeps {
  readonly config: AccountConfig;
  readonly logger: Logger;
  readonly lifecycle: Lifecycle;
  readonly metrics: Metrics;
  readonly tracing?: Tracing | undefined;
  readonly database: Database;
  readonly redis: RedisConnection;
  readonly redisWatch: RedisWatch;
  readonly keys: RedisKeys;
  readonly producer: Producer;
  readonly accessTokens: AccessTokens;
  readonly sessions: Sessions;
  readonly attempts: Attempts;
  readonly requestLimit: RequestLimit;
  readonly background: Background;
  readonly relay: DirectoryRelay;
  readonly stripe: Stripe;
  /** Rings when an event of Stripe's came in. */
  readonly bell: Bell;
  /** Whoever asks Stripe while holding a connection to the database. */
  readonly syncSemaphore: Semaphore;
  readonly exportShare: ExportShare;
  readonly searches: Searches;
  readonly live: LiveStreams;
}

const connectWaitMs = 2_000;
/**
 * Longer than any statement that a page or a form waits for; the web app gives up after fifteen seconds. Searches end
 * sooner, and what may take longer sets a limit of its own in its transaction.
 */
const statementTimeoutMs = 10_000;
/** Of ten connections, so many at most wait for Stripe. */
const syncsAtOnce = 3;

/** Opens what account works with, and registers how each of it closes. */
export async function openDeps({
  config,
  logger,
  lifecycle,
  tracing,
}: ServiceContext<AccountConfig>): Promise<AccountDeps> {
  const metrics = createMetrics('account');
  const database = openDatabase({
    url: config.DATABASE_URL,
    maxConnections: config.DATABASE_CONNECTIONS,
    applicationName: 'account',
    statementTimeoutMs,
    metrics,
    tracing,
  });
  lifecycle.onClose('disconnect', 'database', database.close);
  const redis = openRedis({ role: 'client', url: config.REDIS_URL, name: 'account', logger });
  lifecycle.onClose('disconnect', 'redis', () => redis.disconnect());

  const keys = redisKeys(config.REDIS_PREFIX);
  // Readiness does not ask it. It tells of a Redis that refuses writes, and leaves one that is no primary any more.
  const redisWatch = watchRedis({ redis, keys, metrics, logger });
  lifecycle.onClose('flush', 'redis watch', redisWatch.close);
  const producer = openProducer(redis, keys);
  lifecycle.onClose('flush', 'producer', producer.close);

  const accessTokens = createAccessTokens(config.TOKEN_SECRET);
  const sessions = createSessions(database.prisma, config.TOKEN_SECRET);
  const attempts = createAttempts({ redis, keys, logger, isOn: config.RATE_LIMITS === 'on' });
  const requestLimit = createRequestLimit({ redis, keys, logger, isOn: config.RATE_LIMITS === 'on' });
  const background = createBackground({ lifecycle, logger });
  const relay = createDirectoryRelay({ database, redis, redisWatch, keys, logger });
  const live = createLiveStreams({ redisUrl: config.REDIS_URL, keys, pool: database.pool, metrics, logger });
  const stripe = createStripe(config);
  measureQueues(redis, keys, metrics);
  measureEvents(database.pool, metrics);
  await waitUntilConnected(redis, connectWaitMs);
  return {
    config,
    logger,
    lifecycle,
    metrics,
    tracing,
    database,
    redis,
    redisWatch,
    keys,
    producer,
    accessTokens,
    sessions,
    attempts,
    requestLimit,
    background,
    relay,
    stripe,
    bell: createBell(),
    syncSemaphore: createSemaphore(syncsAtOnce),
    exportShare: createExportShare(config.DATABASE_CONNECTIONS),
    searches: createSearches(database.pool, config.DATABASE_CONNECTIONS),
    live,
  };
}
