import { openBlobs } from '@inlet/blobs/open-blobs';
import type { TestDeps } from '@inlet/endpoint/answer-test';
import { type KnownForm, laneOf } from '@inlet/endpoint/known-form';
import { createUploads, type Uploads } from '@inlet/endpoint/uploads';
import { createMetrics, type Metrics } from '@inlet/observe/metrics';
import type { Tracing } from '@inlet/observe/tracing';
import type { Lifecycle } from '@inlet/process/lifecycle';
import type { Logger } from '@inlet/process/logger';
import type { ServiceContext } from '@inlet/process/run-service';
import { openRedis, type RedisConnection, waitUntilConnected } from '@inlet/redis/connections';
import { mainLane, openLanes, watchLanes } from '@inlet/redis/lanes';
import { writeRefusals } from '@inlet/redis/refusals';
import type { IngestConfig } from '#config.ts';
import { type AccountQuestions, askAccount } from '#forms/ask-account.ts';
import { type FormDirectory, openFormDirectory } from '#forms/form-directory.ts';
import { laneChooser } from '#lanes/choose-lane.ts';
import { type IngestLane, openIngestLane } from '#lanes/ingest-lane.ts';
import { type IngestMeasures, measureIngest, measurePaths } from '#measures.ts';
import { type DirectIntakes, openDirectIntakes } from '#paths/direct-intake.ts';
import { createAskCounters } from '#quota/ask-counters.ts';
import { createCountAgain, type Uncounted } from '#quota/count-again.ts';
import { createRateLimit, type RateLimit } from '#quota/rate-limit.ts';
import { usageReader } from '#quota/usage-reader.ts';
import { createRefusalCounter, type RefusalCounter } from '#refusals/refusal-counter.ts';
import { createAcceptedLog } from '#submissions/accepted-log.ts';
import { limitsOfLane } from '#submissions/batcher.ts';
import { countedWithinMs, movedWithinMs, StoreSubmission } from '#submissions/store-submission.ts';
import { atOnce, createTurns } from '#submissions/take-turns.ts';

export interface IngestDeps {
  readonly config: IngestConfig;
  readonly logger: Logger;
  readonly lifecycle: Lifecycle;
  readonly metrics: Metrics;
  readonly tracing?: Tracing | undefined;
  readonly measures: IngestMeasures;
  /** The lanes of the accounts. Lane 0 also has the form directory and the refusals. */
  readonly lanes: readonly IngestLane[];
  readonly directs: DirectIntakes;
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
  const watched = watchLanes(opened, { metrics, lifecycle });
  const { redis, keys } = mainLane(watched);
  const refusals = createRefusalCounter((notes, id) => writeRefusals(redis, keys, notes, id), logger);
  lifecycle.onClose('flush', 'refusals', refusals.close);

  const measures = measureIngest(metrics);
  const directs = openDirectIntakes({ config, metrics, tracing });
  const acceptedLog = createAcceptedLog(logger);
  lifecycle.onClose('flush', 'accepted submissions', acceptedLog.flush);
  const { makeCounters } = account;
  const limits = limitsOfLane(watched.length);
  const takeTurn = watched.length > 1 ? createTurns() : atOnce;
  const laneDeps = { directs, makeCounters, limits, takeTurn, measures, acceptedLog, tracing, lifecycle };
  const lanes = watched.map((lane) => openIngestLane(lane, laneDeps));
  measurePaths(metrics, lanes);

  const directory = openFormDirectory({
    redis,
    subscriber,
    keys,
    account,
    isRedisAway: mainLane(lanes).path.isAway,
    logger,
  });
  lifecycle.onClose('flush', 'form directory', directory.close);

  const isRedisAway = (form: KnownForm) => lanes[laneOf(form)]?.path.isAway() ?? false;
  const uploads = createUploads({ blobs: openBlobs(config), account, isRedisAway, logger });
  lifecycle.onClose('flush', 'uploads', uploads.close);

  const counters = createAskCounters({ account, logger });
  const findLane = async ({ endpointId, lane, isRepeated }: Uncounted) => {
    const form = await directory.findAnew(endpointId);
    if (!form || laneOf(form) !== lane || !isRepeated) return form ? laneOf(form) : undefined;
    // The directory may not have heard of a move yet.
    const entry = await account.form(endpointId);
    return entry ? laneOf(entry) : lane;
  };
  const canUpgrade = config.BILLING === 'on';
  return {
    config,
    logger,
    lifecycle,
    metrics,
    tracing,
    measures,
    lanes,
    directs,
    account,
    directory,
    storeSubmission: new StoreSubmission({
      chooseLane: laneChooser(lanes, logger),
      counters,
      countAgain: createCountAgain({ counters, ...(lanes.length > 1 && { findLane }) }),
      countedWithinMs: lanes.length > 1 ? movedWithinMs : countedWithinMs,
      account,
      canUpgrade,
    }),
    rateLimit: createRateLimit({ perMinute: config.RATE_LIMITS === 'on' ? config.RATE_LIMIT_PER_MINUTE : Infinity }),
    refusals,
    uploads,
    tests: { readUsed: usageReader(lanes), canUpgrade },
  };
}

/** A replica accepts a subscriber: on a demoted server it would miss every change without an error. */
function connectAnew(subscriber: RedisConnection): void {
  if (subscriber.status === 'ready') subscriber.disconnect(true);
}
