import type { Blobs } from '@inlet/blobs/blobs';
import { openBlobs } from '@inlet/blobs/open-blobs';
import { createFileLinks, type FileLinks } from '@inlet/crypto/file-links';
import { type Database, openDatabase } from '@inlet/db/database';
import { measureWritable } from '@inlet/db/open-pool';
import { openReplica, type ReplicaOptions } from '@inlet/db/open-replica';
import { primaryReads, type Reads, replicaReads } from '@inlet/db/reads';
import { createMetrics, type Metrics } from '@inlet/observe/metrics';
import type { ServiceContext } from '@inlet/process/run-service';
import { openProducer, type Producer } from '@inlet/queue/producer';
import type { RedisConnection } from '@inlet/redis/connections';
import type { RedisKeys } from '@inlet/redis/keys';
import { mainLane, openLanes, type WatchedLane, watchLanes } from '@inlet/redis/lanes';
import type { RedisWatch } from '@inlet/redis/redis-watch';
import type { AccountConfig } from '#config.ts';
import { createPlans, type Plans } from '#plan/plans.ts';

/** The configuration and the connections that every context may use. It imports no context. */
export interface Resources extends ServiceContext<AccountConfig> {
  readonly metrics: Metrics;
  readonly plans: Plans;
  readonly database: Database;
  /** Begins the reads of a request, which may be served by the replica. */
  readonly openReads: () => Reads;
  /** The lanes of the accounts. `redis`, `redisWatch` and `keys` are those of lane 0. */
  readonly lanes: readonly WatchedLane[];
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
  const connections = {
    prepared: config.DATABASE_PREPARED,
    maxConnections: config.DATABASE_CONNECTIONS,
    applicationName: 'account',
    statementTimeoutMs,
    metrics,
    tracing,
  };
  const database = openDatabase({ ...connections, url: config.DATABASE_URL });
  lifecycle.onClose('disconnect', 'database', database.close);
  measureWritable(metrics, database.pool);
  const openReads = openReadsOf(database.pool, { ...context, ...connections });
  // Readiness does not use them. They report a Redis that refuses writes, and leave a server that is no longer the primary.
  const lanes = watchLanes(openLanes({ config, role: 'client', name: 'account', logger, lifecycle }), {
    metrics,
    lifecycle,
  });
  const { redis, keys, watch: redisWatch } = mainLane(lanes);
  const producer = openProducer(redis, keys);
  lifecycle.onClose('flush', 'producer', producer.close);
  const fileLinks = createFileLinks(config.ENCRYPTION_KEYS, config.FILES_URL ?? config.PUBLIC_URL);
  const blobs = openBlobs(config);
  const plans = createPlans(config);
  return {
    ...context,
    metrics,
    plans,
    database,
    openReads,
    lanes,
    redis,
    redisWatch,
    keys,
    producer,
    fileLinks,
    blobs,
  };
}

type Connections = Omit<ReplicaOptions, 'url' | 'setting'> &
  Pick<ServiceContext<AccountConfig>, 'config' | 'lifecycle'>;

function openReadsOf(primary: Database['pool'], { config, lifecycle, ...options }: Connections): () => Reads {
  const setting = 'REPLICA_DATABASE_URL';
  const { [setting]: url } = config;
  if (url === undefined) {
    const reads = primaryReads(primary);
    return () => reads;
  }
  const replica = openReplica(primary, { ...options, url, setting });
  lifecycle.onClose('disconnect', 'replica', replica.close);
  return () => replicaReads(primary, replica);
}
