import { type Database, openDatabase } from '@inlet/db/database';
import { openRedis, type RedisConnection, waitUntilConnected } from '@inlet/queue/connections';
import { redisKeys } from '@inlet/queue/keys';
import type { Lifecycle } from '@inlet/service/lifecycle';
import type { Logger } from '@inlet/service/logger';
import { createMetrics, type Metrics } from '@inlet/service/metrics';
import type { ServiceContext } from '@inlet/service/run-service';
import { type AccessTokens, createAccessTokens } from '#auth/access-tokens.ts';
import { createSessions, type Sessions } from '#auth/sessions.ts';
import type { AccountConfig } from '#config.ts';
import { createDirectoryRelay, type DirectoryRelay } from '#directory/relay.ts';

export interface AccountDeps {
  readonly config: AccountConfig;
  readonly logger: Logger;
  readonly lifecycle: Lifecycle;
  readonly metrics: Metrics;
  readonly database: Database;
  readonly redis: RedisConnection;
  readonly accessTokens: AccessTokens;
  readonly sessions: Sessions;
  readonly relay: DirectoryRelay;
}

const connectWaitMs = 2_000;

/** Opens what account works with, and registers how each of it closes. */
export async function openDeps({ config, logger, lifecycle }: ServiceContext<AccountConfig>): Promise<AccountDeps> {
  const metrics = createMetrics('account');
  const database = openDatabase({
    url: config.DATABASE_URL,
    maxConnections: config.DATABASE_CONNECTIONS,
    applicationName: 'account',
  });
  lifecycle.onClose('disconnect', 'database', database.close);
  const redis = openRedis({ role: 'client', url: config.REDIS_URL, name: 'account', logger });
  lifecycle.onClose('disconnect', 'redis', () => redis.disconnect());

  const accessTokens = createAccessTokens(config.TOKEN_SECRET);
  const sessions = createSessions(database.prisma, config.TOKEN_SECRET);
  const relay = createDirectoryRelay({ database, redis, keys: redisKeys(config.REDIS_PREFIX), logger });
  await waitUntilConnected(redis, connectWaitMs);
  return { config, logger, lifecycle, metrics, database, redis, accessTokens, sessions, relay };
}
