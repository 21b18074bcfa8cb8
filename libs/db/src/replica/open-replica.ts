import { setTimeout as pause } from 'node:timers/promises';
import { defineLookup } from '@inlet/observe/lookup-gauge';
import { defineCounter, type Metrics } from '@inlet/observe/metrics';
import type { Logger } from '@inlet/process/logger';
import type pg from 'pg';
import { isCanceled, isDatabaseAway } from '#faults.ts';
import { openPool, type PoolOptions } from '#open-pool.ts';
import { type LogPosition, readPrimaryPosition, readReplicaPosition } from '#replica/log-position.ts';

/**
 * How a read ended: on the replica, or on the primary, because the replica has not replayed enough, does not answer,
 * canceled the statement for its replay, follows another primary, or was left alone after such an answer.
 */
type Outcome = 'replica' | 'behind' | 'away' | 'conflict' | 'unfit' | 'skipped';

/** Thrown where the replica cannot take a read. */
class ReplicaFault extends Error {
  readonly outcome: Outcome;
  constructor(outcome: Outcome, message: string, cause?: unknown) {
    super(message, { cause });
    this.outcome = outcome;
  }
}

export interface Replica {
  /** False for a while after the replica failed to take a read; then one read tries again. */
  readonly isAsked: () => boolean;
  /** What a read has to see: the end of everything that was committed. */
  readonly readFloor: () => Promise<LogPosition>;
  /** A connection to a replica that has everything up to a position. */
  readonly connect: (floor: LogPosition) => Promise<pg.PoolClient>;
  readonly positionOf: (client: pg.PoolClient) => Promise<LogPosition>;
  readonly noteServed: () => void;
  readonly noteSkipped: () => void;
  /** True if the primary may serve a read that failed so. */
  readonly noteFault: (error: unknown) => boolean;
  readonly close: () => Promise<void>;
}

export interface ReplicaOptions extends Omit<PoolOptions, 'metrics'> {
  readonly statementTimeoutMs: number;
  readonly metrics: Metrics;
  readonly logger: Logger;
}

/** Longest wait for a connection, and for all answers of a replica about its position. */
const answerMs = 1_000;
/** The replica's own limit of a statement comes first; this one is for a server that hangs. */
const hangMs = 1_000;
/** Pauses while the replica replays what is missing: 47 ms together, which a person does not notice. */
const pausesMs = [1, 2, 4, 8, 16, 16];
/** So long the replica is left alone after it failed to take a read: waits cost one read a second. */
const leaveAloneMs = 1_000;
/** A replica that is behind again and again is a line in the log each minute. */
const warnEveryMs = 60_000;

/** Opens connections to a replica for reads. They begin with the first read. */
export function openReplica(primary: pg.Pool, { metrics, logger, ...options }: ReplicaOptions): Replica {
  const pool = openPool({
    ...options,
    connectTimeoutMs: answerMs,
    queryTimeoutMs: options.statementTimeoutMs + hangMs,
  });
  const reads = defineCounter(
    metrics,
    'inlet_replica_reads_total',
    'Reads that may use the replica of PostgreSQL, by their end: replica, or why the primary served them',
    ['outcome'],
  );
  defineLookup(metrics, 'inlet_replica_lag_bytes', 'Bytes of the log that the replica has not replayed', async () => {
    const ahead = await readPrimaryPosition(primary);
    const replayed = await readReplicaPosition(pool, answerMs);
    if (!isFit(replayed, ahead)) return Number.NaN;
    return Math.max(0, Number(ahead.position - replayed.position));
  });
  /** When a read may ask again; null while the replica takes reads. */
  let askAgainMs: number | null = null;
  let warnedMs = Number.NEGATIVE_INFINITY;
  let isTold = false;

  function leaveAlone(outcome: Outcome, err: unknown): void {
    const nowMs = performance.now();
    askAgainMs = nowMs + leaveAloneMs;
    if (isTold || nowMs - warnedMs < warnEveryMs) return;
    warnedMs = nowMs;
    isTold = true;
    logger.warn({ err, outcome }, 'replica: the primary serves its reads');
  }

  return {
    isAsked: () => {
      if (askAgainMs === null) return true;
      const nowMs = performance.now();
      if (nowMs < askAgainMs) return false;
      askAgainMs = nowMs + leaveAloneMs;
      return true;
    },
    readFloor: async () => {
      try {
        return await readPrimaryPosition(primary);
      } catch (error) {
        throw new ReplicaFault('unfit', 'The primary of PostgreSQL does not tell the position of its log', error);
      }
    },
    connect: async (floor) => {
      let client: pg.PoolClient | undefined;
      try {
        client = await pool.connect();
        await untilReplayed(client, floor);
        return client;
      } catch (error) {
        // Behind one address may be several replicas: the next connection may reach another one.
        client?.release(true);
        if (error instanceof ReplicaFault) throw error;
        throw new ReplicaFault('away', 'The replica of PostgreSQL does not answer', error);
      }
    },
    positionOf: (client) => readReplicaPosition(client, answerMs),
    noteServed: () => {
      reads.inc({ outcome: 'replica' });
      askAgainMs = null;
      if (!isTold) return;
      isTold = false;
      logger.info('replica: it serves reads again');
    },
    noteSkipped: () => reads.inc({ outcome: 'skipped' }),
    noteFault: (error) => {
      const outcome = outcomeOf(error);
      if (outcome === null) return false;
      reads.inc({ outcome });
      // The replica goes on with its next statement.
      if (outcome !== 'conflict') leaveAlone(outcome, error);
      return true;
    },
    close: () => pool.end(),
  };
}

/** Resolves when the server of a connection has replayed the log up to a position. */
async function untilReplayed(client: pg.PoolClient, floor: LogPosition): Promise<void> {
  const endMs = performance.now() + answerMs;
  for (const pauseMs of [...pausesMs, null]) {
    const leftMs = endMs - performance.now();
    if (leftMs <= 0) break;
    const replayed = await readReplicaPosition(client, leftMs);
    if (!isFit(replayed, floor)) {
      throw new ReplicaFault('unfit', 'The replica of PostgreSQL does not follow the primary of DATABASE_URL');
    }
    if (replayed.position >= floor.position) return;
    if (pauseMs !== null) await pause(pauseMs);
  }
  throw new ReplicaFault('behind', 'The replica of PostgreSQL has not replayed the latest changes');
}

/**
 * Positions in the logs of two systems cannot be compared, and neither can those of two timelines: a replica that missed
 * a failover may have replayed what the new primary never had.
 */
function isFit(replica: Awaited<ReturnType<typeof readReplicaPosition>>, primary: LogPosition): boolean {
  return replica.isFollowing && replica.system === primary.system && replica.timeline === primary.timeline;
}

/** Canceled for the replay, or ended by a deadlock with it. */
const conflictStates: readonly unknown[] = ['40001', '40P01'];

/** Null for a fault that the primary would have too. */
function outcomeOf(error: unknown): Outcome | null {
  if (error instanceof ReplicaFault) return error.outcome;
  const { code } = error as { readonly code?: unknown };
  // A page may be corrupted on the replica alone.
  if (typeof code === 'string' && code.startsWith('XX')) return 'away';
  if (!isDatabaseAway(error) || isCanceled(error)) return null;
  return conflictStates.includes(code) ? 'conflict' : 'away';
}
