import { openBlobs } from '@inlet/blobs/open-blobs';
import type { TestDeps } from '@inlet/endpoint/answer-test';
import { createUploads, type Uploads } from '@inlet/endpoint/uploads';
import { unavailable } from '@inlet/http/errors';
import { createMetrics, type Metrics } from '@inlet/observe/metrics';
import type { Tracing } from '@inlet/observe/tracing';
import type { Lifecycle } from '@inlet/process/lifecycle';
import type { Logger } from '@inlet/process/logger';
import type { ServiceContext } from '@inlet/process/run-service';
import { Intake } from '@inlet/queue/intake';
import { openProducer } from '@inlet/queue/producer';
import { openRedis, type RedisConnection, waitUntilConnected } from '@inlet/redis/connections';
import { mainLane, openLanes, type WatchedLane, watchLanes } from '@inlet/redis/lanes';
import type { RedisWatch } from '@inlet/redis/redis-watch';
import { writeRefusals } from '@inlet/redis/refusals';
import type { IngestConfig } from '#config.ts';
import { type AccountQuestions, askAccount } from '#forms/ask-account.ts';
import { type FormDirectory, openFormDirectory } from '#forms/form-directory.ts';
import { type IngestMeasures, measureIngest } from '#measures.ts';
import { type DirectIntake, openDirectIntake } from '#paths/direct-intake.ts';
import { openPathSwitch, type PathSwitch } from '#paths/path-switch.ts';
import { QueueOnly } from '#paths/queue-only.ts';
import { TwoPaths } from '#paths/two-paths.ts';
import { createAskCounters } from '#quota/ask-counters.ts';
import { createRateLimit, type RateLimit } from '#quota/rate-limit.ts';
import { usageReader } from '#quota/usage-reader.ts';
import { createRefusalCounter, type RefusalCounter } from '#refusals/refusal-counter.ts';
import { createAcceptedLog } from '#submissions/accepted-log.ts';
import { createBatcher } from '#submissions/batcher.ts';
import { QueueBatch } from '#submissions/queue-batch.ts';
import { StoreSubmission } from '#submissions/store-submission.ts';

export interface IngestDeps {
  readonly config: IngestConfig;
  readonly logger: Logger;
  readonly lifecycle: Lifecycle;
  readonly metrics: Metrics;
  readonly tracing?: Tracing | undefined;
  readonly measures: IngestMeasures;
  /** The lanes of the accounts. `redis` and `redisWatch` are those of lane 0. */
  readonly lanes: readonly WatchedLane[];
  readonly redis: RedisConnection;
  readonly redisWatch: RedisWatch;
  readonly path: PathSwitch;
  readonly direct: DirectIntake;
  readonly account: AccountQuestions;
  readonly directory: FormDirectory;
  readonly storeSubmission: StoreSubmission;
  readonly rateLimit: RateLimit;
  readonly refusals: RefusalCounter;
  readonly uploads: Uploads;
  readonly tests: TestDeps;
}

/** Longest wait for Redis at the start; afterwards the process runs, and its readiness reports what is missing. */
const connectWaitMs = 2_000;

/** Opens the dependencies of ingest, and registers how each one closes. */
export async function openDeps({
  config,
  logger,
  lifecycle,
  tracing,
}: ServiceContext<IngestConfig>): Promise<IngestDeps> {
  const metrics = createMetrics('ingest');
  const account = askAccount(config, tracing);

  const store = { url: config.REDIS_URL, prefix: config.REDIS_PREFIX };
  const subscriber = openRedis({ ...store, role: 'subscriber', name: 'ingest-forms', logger });
  lifecycle.onClose('disconnect', 'redis subscriber', () => subscriber.disconnect());
  const opened = openLanes({
    ...{ config, role: 'client', name: 'ingest', logger, lifecycle },
    onDemoted: (lane) => lane === 0 && connectAnew(subscriber),
  });
  await Promise.all(
    [subscriber, ...opened.map(({ redis }) => redis)].map((redis) => waitUntilConnected(redis, connectWaitMs)),
  );
  const lanes = watchLanes(opened, { metrics, lifecycle });
  const { redis, keys, watch: redisWatch } = mainLane(lanes);
  const refusals = createRefusalCounter((notes, id) => writeRefusals(redis, keys, notes, id), logger);
  lifecycle.onClose('flush', 'refusals', refusals.close);
  const producer = openProducer(redis, keys);
  lifecycle.onClose('flush', 'producer', producer.close);

  const measures = measureIngest(metrics);
  const direct = openDirectIntake({ config, metrics, tracing });
  const path = openPathSwitch({
    redis,
    keys,
    redisWatch,
    direct,
    makeCounters: account.makeCounters,
    metrics,
    logger,
  });
  lifecycle.onClose('flush', 'paths', path.close);
  const queue = new Intake(redis, keys, producer, redisWatch);
  const acceptedLog = createAcceptedLog(logger);
  lifecycle.onClose('flush', 'accepted submissions', acceptedLog.flush);
  const openBatcher = (paths: Pick<TwoPaths, 'admit'>) => {
    const queueBatch = new QueueBatch({ paths, tracing });
    const batcher = createBatcher(async (batch) => {
      const outcomes = await measures.batch(batch.length, orUnavailable(queueBatch.queue(batch), logger));
      // Visitors do not wait for the log.
      setImmediate(acceptedLog.note, batch, outcomes);
      return outcomes;
    });
    lifecycle.onClose('finish work', 'batcher', batcher.idle);
    return batcher;
  };

  const directory = openFormDirectory({
    redis,
    subscriber,
    keys,
    account,
    isRedisAway: path.isAway,
    logger,
  });
  lifecycle.onClose('flush', 'form directory', directory.close);

  const uploads = createUploads({ blobs: openBlobs(config), account, isRedisAway: path.isAway, logger });
  lifecycle.onClose('flush', 'uploads', uploads.close);

  const canUpgrade = config.BILLING === 'on';
  return {
    config,
    logger,
    lifecycle,
    metrics,
    tracing,
    measures,
    lanes,
    redis,
    redisWatch,
    path,
    direct,
    account,
    directory,
    storeSubmission: new StoreSubmission({
      batcher: openBatcher(new TwoPaths({ queue, direct, path })),
      exactBatcher: openBatcher(new QueueOnly({ queue, path })),
      counters: createAskCounters({ account, logger }),
      account,
      canUpgrade,
    }),
    rateLimit: createRateLimit({ perMinute: config.RATE_LIMITS === 'on' ? config.RATE_LIMIT_PER_MINUTE : Infinity }),
    refusals,
    uploads,
    tests: { readUsed: usageReader(redis, keys), canUpgrade },
  };
}

/** A replica accepts a subscriber: on a demoted server it would miss every change without an error. */
function connectAnew(subscriber: RedisConnection): void {
  if (subscriber.status === 'ready') subscriber.disconnect(true);
}

/** Logs the error of Redis; the visitor gets a 503. */
async function orUnavailable<T>(work: Promise<T>, logger: Logger): Promise<T> {
  try {
    return await work;
  } catch (err) {
    logger.warn({ err }, 'queue: batch could not be added');
    throw unavailable();
  }
}
