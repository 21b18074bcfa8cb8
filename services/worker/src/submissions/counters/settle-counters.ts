import type { AccountMonth } from '@inlet/contracts/quotas';
import { countersMax } from '@inlet/contracts/quotas';
import { transaction } from '@inlet/db/transaction';
import { openCounters } from '@inlet/redis/counters';
import { redisKeys } from '@inlet/redis/keys';
import { publishStoredForms } from '@inlet/redis/stored-forms';
import { type BackgroundLoop, startBackgroundLoop } from '@inlet/service/background-loop';
import type { FlushAnswer } from '@inlet/submissions/direct-batch';
import type { WorkerDeps } from '#deps.ts';
import { changeCounters } from '#submissions/counters/change-counters.ts';
import {
  hasUnflushed,
  lockRefunds,
  lockUnflushed,
  noteFlushed,
  noteRefunded,
} from '#submissions/counters/counters.store.ts';

export type CountersDeps = Pick<WorkerDeps, 'pool' | 'clientRedis' | 'config' | 'logger'>;

/** The watch of due work wakes the loop. */
const intervalMs = 30_000;
const atOnce = 100;

/**
 * Gives back what jobs took of their accounts' months and did not need; those of the named jobs, or some that are left
 * over. The rows stay locked meanwhile, so that nobody repeats a change whose receipt is forgotten.
 */
export async function refund(
  { pool, clientRedis, config }: CountersDeps,
  jobs: readonly string[] | null = null,
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

/** Tells Redis of what was stored without it: live views, and the counters. For deliveries the sweeper rings. */
export async function flush(deps: CountersDeps): Promise<FlushAnswer> {
  const { pool, clientRedis, config } = deps;
  const keys = redisKeys(config.REDIS_PREFIX);
  const counters = openCounters(clientRedis, keys);
  const uncounted = new Map<string, AccountMonth>();
  let count: number;
  do {
    const { receipts, done, ...changed } = await transaction(pool, async (client) => {
      const batches = await lockUnflushed(client, atOnce);
      for (const { submissions } of batches) await publishStoredForms(clientRedis, keys, submissions);
      const changes = await changeCounters(client, counters, batches, { prefix: 'direct:', factor: 1 });
      if (batches.length > 0)
        await noteFlushed(
          client,
          batches.map(({ id }) => id),
          changes.done,
        );
      return changes;
    });
    await counters.forget(receipts);
    count = done.length;
    for (const { userId, month } of changed.uncounted) uncounted.set(userId + month, { userId, month });
  } while (count === atOnce);
  return { isFlushed: !(await hasUnflushed(pool)), uncounted: [...uncounted.values()].slice(0, countersMax) };
}

/** Brings to Redis what could not be brought at once, as soon as it can be used. */
export function startSettling(deps: CountersDeps): BackgroundLoop {
  const options = { intervalMs, logger: deps.logger, complaint: 'counters: not all changes are in Redis yet' };
  return startBackgroundLoop(options, async ({ signal }) => {
    await flush(deps);
    while (!signal.aborted && (await refund(deps)) === atOnce);
  });
}

/** Flushes what was just stored, where Redis can be used: it is ingest that cannot reach it. */
export function createFlushing(deps: CountersDeps & Pick<WorkerDeps, 'redisWatch'>): () => void {
  let isWanted = false;
  let isUnderWay = false;

  async function run(): Promise<void> {
    isUnderWay = true;
    while (isWanted) {
      isWanted = false;
      try {
        await deps.redisWatch.check();
        await flush(deps);
      } catch (err) {
        deps.logger.debug({ err }, 'counters: flushed later');
      }
    }
    isUnderWay = false;
  }

  return () => {
    isWanted = true;
    if (!isUnderWay) void run();
  };
}
