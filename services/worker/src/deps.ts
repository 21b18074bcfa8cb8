import type { Blobs } from '@inlet/blobs/blobs';
import { openBlobs } from '@inlet/blobs/open-blobs';
import { createFileLinks, type FileLinks } from '@inlet/crypto/file-links';
import { createSealing, type Sealing } from '@inlet/crypto/sealing';
import { measureWritable, openPool, refusePooler } from '@inlet/db/open-pool';
import { createMetrics, type Metrics } from '@inlet/observe/metrics';
import type { Tracing } from '@inlet/observe/tracing';
import { createAllowList } from '@inlet/outbound/allow-list';
import { createOutbound } from '@inlet/outbound/create-outbound';
import type { Outbound } from '@inlet/outbound/exchange';
import type { Lifecycle } from '@inlet/process/lifecycle';
import type { Logger } from '@inlet/process/logger';
import type { ServiceContext } from '@inlet/process/run-service';
import { createProgress, type Progress } from '@inlet/queue/progress';
import { type RedisConnection, waitUntilConnected } from '@inlet/redis/connections';
import { type Lane, laneNumbers, mainLane, openLanes, type WatchedLane, watchLanes } from '@inlet/redis/lanes';
import { publishStoredForms } from '@inlet/redis/stored-forms';
import type { Pool } from 'pg';
import type { WorkerConfig } from '#config.ts';
import { openTargetQueue, type TargetQueue } from '#deliveries/target-queue.ts';
import { createMailer, type Mailer, type MailerOptions } from '#mail/mailer.ts';
import { type RemoteServices, remoteServices, remoteTimeoutMs } from '#spam/checks/remote-services.ts';
import { createStore, type Store } from '#submissions/create-store.ts';

/** A lane whose queue of submissions this process consumes. */
export interface ConsumedLane extends WatchedLane {
  readonly progress: Progress;
}

export interface WorkerDeps {
  readonly config: WorkerConfig;
  readonly logger: Logger;
  readonly lifecycle: Lifecycle;
  readonly metrics: Metrics;
  readonly tracing?: Tracing | undefined;
  /** The lanes that this process consumes, in ascending order. Lane 0 may be missing. */
  readonly lanes: readonly ConsumedLane[];
  /** Connections with the role `client` to all lanes. `clientRedis` is that of lane 0. */
  readonly clientLanes: readonly Lane[];
  /** The connection to lane 0 with the role `consumer`; a process that does not consume lane 0 has `clientRedis` here. */
  readonly redis: RedisConnection;
  readonly pool: Pool;
  readonly store: Store;
  readonly mailer: Mailer;
  /** Connections for deliveries, apart from the connections that store submissions. */
  readonly deliveryPool: Pool;
  readonly outbound: Outbound;
  /** The same for spam checks, with a shorter timeout. */
  readonly checkOutbound: Outbound;
  readonly remoteServices: RemoteServices;
  /** Opens the secrets of targets. */
  readonly sealing: Sealing;
  readonly fileLinks: FileLinks;
  readonly blobs: Blobs;
  /** A connection with the role `client`: its commands fail at once while Redis is away. */
  readonly clientRedis: RedisConnection;
  readonly targetQueue: TargetQueue;
  /** The clock of deliveries; only tests override it. */
  readonly now: () => Date;
  /** Announces forms with new submissions to live views. */
  readonly announce: (submissions: readonly { readonly id: string; readonly formId: string }[]) => Promise<void>;
}

const connectWaitMs = 2_000;
/** Waiting jobs count as stuck after this time: it is longer than the pause after any outage. */
const standstillMs = 180_000;
/**
 * Besides the connections for storing: one each for the probe, deleted forms, retention, limits, marks, remote checks,
 * the search index, files and their scans, counters, and two for direct batches.
 */
const spareConnections = 12;
/** A delivery waits for its receiver most of the time, and holds no connection meanwhile. */
const deliveryConnections = 8;

/** Opens the dependencies of the worker, and registers how each one closes. */
export async function openDeps({
  config,
  logger,
  lifecycle,
  tracing,
}: ServiceContext<WorkerConfig>): Promise<WorkerDeps> {
  const metrics = createMetrics('worker');
  const pool = openPool({
    url: config.DATABASE_URL,
    prepared: config.DATABASE_PREPARED,
    maxConnections: config.WORKER_CONCURRENCY + spareConnections,
    applicationName: 'worker',
    metrics,
    tracing,
  });
  lifecycle.onClose('disconnect', 'database', () => pool.end());
  measureWritable(metrics, pool);
  await refusePooler(pool);
  const shared = { config, logger, lifecycle };
  const numbers = config.WORKER_LANES ?? laneNumbers(config);
  const consumed = openLanes({ ...shared, role: 'consumer', name: 'worker', numbers });
  const lanes = watchLanes(consumed, { metrics, lifecycle }).map(addProgress);
  const mailer = createMailer(mailerOptions(config));
  lifecycle.onClose('disconnect', 'mail server', mailer.close);
  const deliveryPool = openPool({
    url: config.DATABASE_URL,
    prepared: config.DATABASE_PREPARED,
    maxConnections: deliveryConnections,
    applicationName: 'worker-deliveries',
    tracing,
  });
  lifecycle.onClose('disconnect', 'database of deliveries', () => deliveryPool.end());
  const way = { allow: createAllowList(config.WEBHOOK_ALLOW), proxy: config.EGRESS_PROXY };
  const outbound = createOutbound(way);
  lifecycle.onClose('disconnect', 'receivers', outbound.close);
  const checkOutbound = createOutbound({ ...way, timeoutMs: remoteTimeoutMs });
  lifecycle.onClose('disconnect', 'services against spam', checkOutbound.close);
  const clientLanes = openLanes({ ...shared, role: 'client', name: 'worker-client' });
  const { redis: clientRedis, keys } = mainLane(clientLanes);
  const redis = lanes.find(({ number }) => number === 0)?.redis ?? clientRedis;
  await Promise.all([...lanes, ...clientLanes].map((lane) => waitUntilConnected(lane.redis, connectWaitMs)));
  const targetQueue = openTargetQueue(clientRedis, keys);
  lifecycle.onClose('flush', 'queue of targets', targetQueue.close);
  const blobs = openBlobs(config);
  return {
    config,
    logger,
    lifecycle,
    metrics,
    tracing,
    lanes,
    clientLanes,
    redis,
    pool,
    store: createStore({
      pool,
      metrics,
      logger,
      blobs,
      firstState: config.CLAMD_URL === undefined ? 'available' : 'scanning',
    }),
    mailer,
    deliveryPool,
    outbound,
    checkOutbound,
    remoteServices,
    sealing: createSealing(config.ENCRYPTION_KEYS),
    blobs,
    fileLinks: createFileLinks(config.ENCRYPTION_KEYS, config.FILES_URL ?? config.PUBLIC_URL),
    clientRedis,
    targetQueue,
    now: () => new Date(),
    // A single lane waits for its Redis. Of several lanes, none waits for lane 0.
    announce: (submissions) => publishStoredForms(config.REDIS_LANES === 1 ? redis : clientRedis, keys, submissions),
  };
}

function addProgress(lane: WatchedLane): ConsumedLane {
  return { ...lane, progress: createProgress({ timeoutMs: standstillMs }) };
}

/** How the worker sends mails. */
export function mailerOptions(config: WorkerConfig): MailerOptions {
  const { SMTP_URL: url, MAIL_FROM: from, MAIL_BOUNCE_ADDRESS: bounceAddress } = config;
  const { DKIM_DOMAIN: domain, DKIM_SELECTOR: selector, DKIM_PRIVATE_KEY: privateKey } = config;
  const dkim = domain && selector && privateKey ? { domain, selector, privateKey } : undefined;
  return { url, from, bounceAddress, dkim };
}
