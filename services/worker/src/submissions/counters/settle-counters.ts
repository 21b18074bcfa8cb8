import type { AccountMonth } from '@inlet/contracts/quotas';
import { countersMax } from '@inlet/contracts/quotas';
import { transaction } from '@inlet/db/transaction';
import type { WorkRound } from '@inlet/process/background-work';
import { inTime, late } from '@inlet/process/in-time';
import { openCounters } from '@inlet/redis/counters';
import { redisKeys } from '@inlet/redis/keys';
import { publishStoredForms } from '@inlet/redis/stored-forms';
import type { FlushAnswer } from '@inlet/submissions/direct-batch';
import type { WorkerDeps } from '#deps.ts';
import { changeCounters } from '#submissions/counters/change-counters.ts';
import {
  hasUnflushed,
  lockRefunds,
  lockUnflushed,
  noteFlushed,
  noteRefunded,
  timeOfDatabase,
} from '#submissions/counters/counters.store.ts';
import { refundForms } from '#submissions/counters/refund-forms.ts';

export type CountersDeps = Pick<WorkerDeps, 'pool' | 'clientRedis' | 'config' | 'logger'>;

const atOnce = 100;

/** Returns what jobs took and did not need, of months and of forms: of the named jobs, or of some remaining ones. */
export async function refund(deps: CountersDeps, jobs: readonly string[] | null = null): Promise<number> {
  const { pool, clientRedis, config } = deps;
  const counters = openCounters(clientRedis, redisKeys(config.REDIS_PREFIX));
  const [ofMonths, ofForms] = [await refundMonths(deps, jobs), await refundForms(pool, counters, atOnce, jobs)];
  return Math.max(ofMonths, ofForms);
}

/** The rows stay locked meanwhile, so that no change is repeated after its receipt is forgotten. */
async function refundMonths(
  { pool, clientRedis, config }: CountersDeps,
  jobs: readonly string[] | null,
): Promise<number> {
  const counters = openCounters(clientRedis, redisKeys(config.REDIS_PREFIX));
  const { done, receipts } = await transaction(pool, async (client) => {
    const pending = await lockRefunds(client, atOnce, jobs);
    const changed = await changeCounters(client, counters, pending, { prefix: '', factor: -1 });
    if (changed.done.length > 0) await noteRefunded(client, changed.done);
    return changed;
  });
  await counters.forget(receipts);
  return done.length;
}

/**
 * Informs Redis of directly stored batches: live views, and the counters. The sweeper schedules deliveries. Batches
 * that are stored during the flush need not be included.
 */
export async function flush(deps: CountersDeps): Promise<FlushAnswer> {
  const { pool, clientRedis, config } = deps;
  const keys = redisKeys(config.REDIS_PREFIX);
  const counters = openCounters(clientRedis, keys);
  const uncounted = new Map<string, AccountMonth>();
  const began = await timeOfDatabase(pool);
  let count: number;
  do {
    const { receipts, done, ...changed } = await transaction(pool, async (client) => {
      const batches = await lockUnflushed(client, atOnce);
      for (const { submissions } of batches) await publishStoredForms(clientRedis, keys, submissions);
      const changes = await changeCounters(client, counters, batches, { prefix: 'direct:', factor: 1 });
      const ids = batches.map(({ id }) => id);
      if (ids.length > 0) await noteFlushed(client, ids, changes.done);
      return changes;
    });
    await counters.forget(receipts);
    count = done.length;
    for (const { userId, month } of changed.uncounted) uncounted.set(userId + month, { userId, month });
  } while (count === atOnce);
  return { isFlushed: !(await hasUnflushed(pool, began)), uncounted: [...uncounted.values()].slice(0, countersMax) };
}

/** Retries what could not be brought to Redis, as soon as it is available. */
export async function settleCounters(deps: CountersDeps, { repeat }: WorkRound): Promise<void> {
  await flush(deps);
  await repeat(async () => (await refund(deps)) === atOnce);
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

export function createFlushing(deps: CountersDeps): Flushing {
  /**
   * The result of the last flush. While Redis is away, callers do not wait for it, but each batch checks whether it is
   * back.
   */
  let isUsable = false;
  let underWay: Promise<FlushAnswer> | null = null;

  async function all(): Promise<FlushAnswer> {
    try {
      const answer = await flush(deps);
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
