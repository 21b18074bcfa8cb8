import type { CountersNeed } from '@inlet/contracts/quotas';
import { unavailable } from '@inlet/http/errors';
import type { Tracing } from '@inlet/observe/tracing';
import type { Lifecycle } from '@inlet/process/lifecycle';
import type { Logger } from '@inlet/process/logger';
import { Intake } from '@inlet/queue/intake';
import { openProducer } from '@inlet/queue/producer';
import type { WatchedLane } from '@inlet/redis/lanes';
import type { IngestMeasures } from '#measures.ts';
import type { DirectIntakes } from '#paths/direct-intake.ts';
import { openPathSwitch, type PathSwitch } from '#paths/path-switch.ts';
import { QueueOnly } from '#paths/queue-only.ts';
import { TwoPaths } from '#paths/two-paths.ts';
import type { AcceptedLog } from '#submissions/accepted-log.ts';
import { type BatchLimits, createBatcher } from '#submissions/batcher.ts';
import { QueueBatch } from '#submissions/queue-batch.ts';
import type { LaneBatchers } from '#submissions/store-submission.ts';
import { type TakeTurn, turnsInQueue } from '#submissions/take-turns.ts';

/** A lane with its own paths and batches, so that it does not fail with another lane. */
export interface IngestLane extends WatchedLane, LaneBatchers {
  readonly path: PathSwitch;
}

export interface IngestLaneDeps {
  readonly directs: Pick<DirectIntakes, 'ofLane'>;
  /** Makes account create missing counters. */
  readonly makeCounters: (need: CountersNeed) => Promise<void>;
  readonly limits: BatchLimits;
  /** The lanes of a process share it. */
  readonly takeTurn: TakeTurn;
  readonly measures: Pick<IngestMeasures, 'batchesOf'>;
  readonly acceptedLog: Pick<AcceptedLog, 'note'>;
  readonly tracing?: Tracing | undefined;
  readonly lifecycle: Pick<Lifecycle, 'onClose'>;
}

/** Opens the paths and batchers of a lane, and registers how they close. */
export function openIngestLane(lane: WatchedLane, deps: IngestLaneDeps): IngestLane {
  const { number, redis, keys, logger, watch } = lane;
  const { lifecycle, limits, acceptedLog, tracing } = deps;
  const producer = openProducer(redis, keys);
  lifecycle.onClose('flush', `producer of lane ${number}`, producer.close);
  const direct = deps.directs.ofLane(number);
  const path = openPathSwitch({ redis, keys, redisWatch: watch, direct, makeCounters: deps.makeCounters, logger });
  lifecycle.onClose('flush', `paths of lane ${number}`, path.close);
  const queue = new Intake(redis, keys, producer, watch);
  const measure = deps.measures.batchesOf(number);

  function openBatcher(paths: Pick<TwoPaths, 'admit'>, takeTurn?: TakeTurn) {
    const queueBatch = new QueueBatch({ paths, tracing });
    const batcher = createBatcher(
      async (batch) => {
        const outcomes = await measure(batch.length, orUnavailable(queueBatch.queue(batch), logger));
        // Visitors do not wait for the log.
        setImmediate(acceptedLog.note, batch, outcomes);
        return outcomes;
      },
      limits,
      takeTurn,
    );
    lifecycle.onClose('finish work', `batcher of lane ${number}`, batcher.idle);
    return batcher;
  }

  return {
    ...lane,
    path,
    batcher: openBatcher(new TwoPaths({ queue, direct, path }), turnsInQueue(deps.takeTurn, path)),
    // It waits for Redis for seconds, so it takes no turns.
    exactBatcher: openBatcher(new QueueOnly({ queue, path })),
  };
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
