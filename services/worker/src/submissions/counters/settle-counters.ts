import type { AccountMonth } from '@inlet/contracts/quotas';
import { countersMax } from '@inlet/contracts/quotas';
import { transaction } from '@inlet/db/transaction';
import type { WorkRound } from '@inlet/process/background-work';
import { inTime, late } from '@inlet/process/in-time';
import { type Lane, mainLane } from '@inlet/redis/lanes';
import { publishStoredForms } from '@inlet/redis/stored-forms';
import type { FlushAnswer } from '@inlet/submissions/direct-batch';
import type { WorkerDeps } from '#deps.ts';
import { changeCounters } from '#submissions/counters/change-counters.ts';
import {
  type DirectBatchRow,
  hasUnflushed,
  lockRefunds,
  lockUnflushed,
  noteFlushed,
  noteRefunded,
  timeOfDatabase,
  type Wanted,
} from '#submissions/counters/counters.store.ts';
import { openLaneCounters } from '#submissions/counters/lane-counters.ts';
import { refundForms } from '#submissions/counters/refund-forms.ts';

export type CountersDeps = Pick<WorkerDeps, 'pool' | 'clientLanes' | 'logger'>;

const atOnce = 100;

/** Returns what named jobs took and did not need, of months and of forms. */
export async function refund(deps: CountersDeps, jobs: readonly string[]): Promise<void> {
  await refundWanted(deps, { jobs, otherLanes: [] });
}

/** The rows stay locked meanwhile, so that no change is repeated after its receipt is forgotten. */
async function refundWanted({ pool, clientLanes: lanes }: CountersDeps, wanted: Wanted): Promise<number> {
  const counters = openLaneCounters(lanes);
  const ofMonths = await transaction(pool, async (client) => {
    const pending = await lockRefunds(client, atOnce, wanted);
    const changed = await changeCounters(client, { lanes, counters }, pending, { prefix: '', factor: -1 });
    if (changed.done.length > 0) await noteRefunded(client, changed.done);
    return changed;
  });
  await counters.forget(ofMonths.receipts);
  const ofForms = await refundForms({ pool, lanes, counters }, atOnce, wanted);
  throwFirst([...ofMonths.errors, ...ofForms.errors]);
  return Math.max(ofMonths.done.length, ofForms.count);
}

/**
 * Informs Redis of batches that were stored directly because a lane was away: live views, and the counters. The sweeper
 * schedules deliveries. Batches that are stored during the flush need not be included.
 */
export async function flush(deps: CountersDeps, lane: number): Promise<FlushAnswer> {
  const { pool, clientLanes: lanes } = deps;
  const counters = openLaneCounters(lanes);
  const otherLanes = othersThan(lane, lanes);
  const uncounted = new Map<string, AccountMonth>();
  const began = await timeOfDatabase(pool);
  let count: number;
  do {
    const { receipts, done, ...changed } = await transaction(pool, async (client) => {
      const batches = await lockUnflushed(client, atOnce, otherLanes);
      await announceBatches(deps, lane, batches);
      const changes = await changeCounters(client, { lanes, counters }, batches, { prefix: 'direct:', factor: 1 });
      const ids = batches.map(({ id }) => id);
      if (ids.length > 0) await noteFlushed(client, ids, changes.done);
      return changes;
    });
    await counters.forget(receipts);
    throwFirst(changed.errors);
    count = done.length;
    for (const { userId, month } of changed.uncounted) uncounted.set(userId + month, { userId, month });
  } while (count === atOnce);
  const isFlushed = !(await hasUnflushed(pool, began, otherLanes));
  return { isFlushed, uncounted: [...uncounted.values()].slice(0, countersMax) };
}

/**
 * The channel of live views is in lane 0. A flush of another lane does not wait for it: a view that misses news while
 * lane 0 is away looks again when it is back.
 */
async function announceBatches(deps: CountersDeps, lane: number, batches: readonly DirectBatchRow[]): Promise<void> {
  const { redis, keys } = mainLane(deps.clientLanes);
  const announceAll = async () => {
    for (const { submissions } of batches) await publishStoredForms(redis, keys, submissions);
  };
  if (lane === 0) await announceAll();
  else void announceAll().catch((err: unknown) => deps.logger.debug({ err }, 'live views: news lost, lane 0 is away'));
}

/** Lanes whose rows are left to them. Every lane works on the rows of a lane that is no longer in use. */
function othersThan(lane: number, lanes: readonly Lane[]): number[] {
  return lanes.map(({ number }) => number).filter((number) => number !== lane);
}

function throwFirst(errors: readonly unknown[]): void {
  if (errors.length > 0) throw errors[0];
}

/** Retries what could not be brought to Redis, as soon as it is available. A lane that is away stops no other. */
export async function settleCounters(deps: CountersDeps, { repeat }: Pick<WorkRound, 'repeat'>): Promise<void> {
  const errors: unknown[] = [];
  for (const { number } of deps.clientLanes) {
    try {
      await flush(deps, number);
      const wanted = { jobs: null, otherLanes: othersThan(number, deps.clientLanes) };
      await repeat(async () => (await refundWanted(deps, wanted)) === atOnce);
    } catch (error) {
      errors.push(error);
    }
  }
  throwFirst(errors);
}

export interface Flushing {
  /** Flushes on request of ingest. */
  readonly all: () => Promise<FlushAnswer>;
  /**
   * Flushes recent batches if Redis is available, which may only be unavailable to ingest. Returns false on failure.
   */
  readonly now: () => Promise<boolean>;
}

/** The timeout of a flush: the submission is already stored. */
const timeoutMs = 150;

export function createFlushing(deps: CountersDeps, lane: number): Flushing {
  /**
   * The result of the last flush. While Redis is away, callers do not wait for it, but each batch checks whether it is
   * back.
   */
  let isUsable = false;
  let underWay: Promise<FlushAnswer> | null = null;

  async function all(): Promise<FlushAnswer> {
    try {
      const answer = await flush(deps, lane);
      isUsable = true;
      return answer;
    } catch (error) {
      isUsable = false;
      throw error;
    }
  }

  async function tryOnce(): Promise<boolean> {
    const answer = await inTime(all(), timeoutMs);
    if (answer === late) isUsable = false;
    return answer !== late && answer.isFlushed;
  }

  function lookForRedis(): void {
    underWay ??= all().finally(() => {
      underWay = null;
    });
    underWay.catch((err: unknown) => deps.logger.debug({ err }, 'counters: flush failed, will be retried'));
  }

  return {
    all,
    now: async () => {
      if (isUsable) return tryOnce().catch(() => false);
      lookForRedis();
      return false;
    },
  };
}
