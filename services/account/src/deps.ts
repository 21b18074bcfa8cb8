import { type Database, openDatabase } from '@inlet/db/database';
import { openRedis, type RedisConnection, waitUntilConnected } from '@inlet/queue/connections';
import { type RedisKeys, redisKeys } from '@inlet/queue/keys';
import { openProducer, type Producer } from '@inlet/queue/producer';
import { measureQueues } from '@inlet/queue/queue-metrics';
import type { Lifecycle } from '@inlet/service/lifecycle';
import type { Logger } from '@inlet/service/logger';
import { createMetrics, type Metrics } from '@inlet/service/metrics';
import type { ServiceContext } from '@inlet/service/run-service';
import type { Tracing } from '@inlet/service/tracing';
import type Stripe from 'stripe';
import { type AccessTokens, createAccessTokens } from '#auth/access-tokens.ts';
import { type Background, createBackground } from '#auth/background.ts';
import { createSessions, type Sessions } from '#auth/sessions.ts';
import { type Bell, createBell } from '#billing/bell.ts';
import { measureEvents } from '#billing/measure-events.ts';
import { createStripe } from '#billing/stripe-client.ts';
import type { AccountConfig } from '#config.ts';
import { createDirectoryRelay, type DirectoryRelay } from '#directory/relay.ts';
import { createExportShare, type ExportShare } from '#export/export-share.ts';
import { createTurns, type Turns } from '#export/turns.ts';
import { type Attempts, createAttempts } from '#limits/attempts.ts';
import { createLiveStreams, type LiveStreams } from '#live/live-streams.ts';

export interface AccountDeps {
  readonly config: AccountConfig;
  readonly logger: Logger;
  readonly lifecycle: Lifecycle;
  readonly metrics: Metrics;
  readonly tracing?: Tracing | undefined;
  readonly database: Database;
  readonly redis: RedisConnection;
  readonly keys: RedisKeys;
  readonly producer: Producer;
  readonly accessTokens: AccessTokens;
  readonly sessions: Sessions;
  readonly attempts: Attempts;
  readonly background: Background;
  readonly relay: DirectoryRelay;
  readonly stripe: Stripe;
  /** Rings when an event of Stripe's came in. */
  readonly bell: Bell;
  /** Whoever asks Stripe while holding a connection to the database. */
  readonly syncTurns: Turns;
  readonly exportShare: ExportShare;
  readonly live: LiveStreams;
}

const connectWaitMs = 2_000;
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
    metrics,
    tracing,
  });
  lifecycle.onClose('disconnect', 'database', database.close);
  const redis = openRedis({ role: 'client', url: config.REDIS_URL, name: 'account', logger });
  lifecycle.onClose('disconnect', 'redis', () => redis.disconnect());

  const keys = redisKeys(config.REDIS_PREFIX);
  const producer = openProducer(redis, keys);
  lifecycle.onClose('flush', 'producer', producer.close);

  const accessTokens = createAccessTokens(config.TOKEN_SECRET);
  const sessions = createSessions(database.prisma, config.TOKEN_SECRET);
  const attempts = createAttempts({ redis, keys, logger, isOn: config.RATE_LIMITS === 'on' });
  const background = createBackground({ lifecycle, logger });
  const relay = createDirectoryRelay({ database, redis, keys, logger });
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
    keys,
    producer,
    accessTokens,
    sessions,
    attempts,
    background,
    relay,
    stripe,
    bell: createBell(),
    syncTurns: createTurns(syncsAtOnce),
    exportShare: createExportShare(config.DATABASE_CONNECTIONS),
    live,
  };
}
