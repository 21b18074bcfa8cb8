import { rm } from 'node:fs/promises';
import { type Database, openDatabase } from '@inlet/db/database';
import { makeTemporaryFolder } from '@inlet/local-servers/temporary-folder';
import { createLifecycle } from '@inlet/process/lifecycle';
import { createLogger } from '@inlet/process/logger';
import { waitUntilConnected } from '@inlet/redis/connections';
import { type RedisKeys, redisKeys } from '@inlet/redis/keys';
import { createTestDatabase } from '@inlet/testing/test-database';
import { createTestRedis } from '@inlet/testing/test-redis';
import { loadConfig } from '#config.ts';
import { openDeps, type WorkerDeps } from '#deps.ts';

export interface TestWorker {
  readonly deps: WorkerDeps;
  /** The same database with every right. */
  readonly owner: Database;
  /** The environment that another worker process needs for the same stores. */
  readonly env: Readonly<Record<string, string>>;
  readonly keys: RedisKeys;
  readonly close: () => Promise<void>;
}

interface TestWorkerOptions {
  /** The address that the worker uses instead of the test database's own. */
  readonly databaseUrl?: (own: URL) => string | Promise<string>;
  /** The address of the mail server; by default nothing listens there. */
  readonly smtpUrl?: string;
  /** Settings that differ. */
  readonly settings?: Readonly<Record<string, string>>;
}

/** A real worker starts sooner without Redis. */
const connectWaitMs = 60_000;
/** No program listens on it: it is reserved for an obsolete service. */
const nobody = 'smtp://127.0.0.1:9';

/** The dependencies of a worker, on a separate database and Redis prefix. */
export async function openTestWorker({
  databaseUrl = String,
  smtpUrl = nobody,
  settings = {},
}: TestWorkerOptions = {}): Promise<TestWorker> {
  const [database, redis] = await Promise.all([createTestDatabase(), createTestRedis()]);
  const env = {
    DATABASE_URL: await databaseUrl(new URL(database.workerUrl)),
    PUBLIC_URL: 'http://localhost:8080',
    REDIS_URL: redis.url,
    REDIS_PREFIX: redis.prefix,
    INTERNAL_TOKEN: 'internal-token-of-the-test-house',
    ENCRYPTION_KEYS: 'the key that a test seals with: 32+',
    SMTP_URL: smtpUrl,
    WEBHOOK_ALLOW: '127.0.0.0/8',
    LOG_LEVEL: 'silent',
    FILES_FOLDER: await makeTemporaryFolder('inlet-files-'),
    ...settings,
  };
  const config = loadConfig(env);
  const logger = createLogger({ service: 'worker', level: config.LOG_LEVEL });
  const lifecycle = createLifecycle({ logger, deadlineMs: 60_000 });
  const deps = await openDeps({ config, logger, lifecycle });
  await Promise.all([deps.redis, deps.clientRedis].map((connection) => waitUntilConnected(connection, connectWaitMs)));
  const owner = openDatabase({ url: database.url, maxConnections: 3, applicationName: 'test' });
  lifecycle.onClose('disconnect', 'database of the test', owner.close);
  return {
    deps,
    env,
    owner,
    keys: redisKeys(config.REDIS_PREFIX),
    close: async () => {
      await lifecycle.close('the test is over');
      await Promise.all([database.close(), redis.close(), rm(env.FILES_FOLDER, { recursive: true, force: true })]);
    },
  };
}
