import type { JobHandlers } from '@inlet/queue/consumers';
import { redisKeys } from '@inlet/redis/keys';
import { type AcceptedSubmission, unpackBatch } from '@inlet/submissions/batch';
import { countBeyond, countByForm, usageBeyond, usageOf } from '@inlet/submissions/usage';
import type { WorkerDeps } from '#deps.ts';
import { noteJobs, type StoredJob } from '#submissions/counters/counters.store.ts';
import { refund } from '#submissions/counters/settle-counters.ts';
import type { StoredRows } from '#submissions/create-store.ts';
import { findDirect } from '#submissions/direct/direct-batches.store.ts';
import { type Batch, joinBatches } from '#submissions/join-batches.ts';

export type StoreDeps = Pick<
  WorkerDeps,
  'pool' | 'redis' | 'clientRedis' | 'config' | 'announce' | 'targetQueue' | 'store' | 'logger'
>;

/** Batches that a worker holds at once, each of up to a megabyte. */
export const batchesAtOnce = 64;
/** A statement of this size counts each of a thousand forms once, and halving it takes some twelve statements. */
const submissionsMax = 3_000;
/**
 * The lock timeout. The group then fails, and its batches are stored separately: those of other forms succeed, and the
 * rest is retried later.
 */
const limits = { lockTimeoutMs: 5_000 };

/**
 * Submissions that have waited longer may already have been stored directly, seen, and deleted by their owner. Younger
 * ones are not looked up.
 */
const youngMs = 500;

/** Writes batches. Repeating it stores nothing twice, so the next run recovers from a crash at any moment. */
export function storeSubmissionsJob(deps: StoreDeps): JobHandlers['store-submissions'] {
  const add = joinBatches((batches) => storeBatches(deps, batches), {
    groupsAtOnce: deps.config.WORKER_CONCURRENCY,
    submissionsMax,
  });
  return (payload, { jobId }) => add({ jobId, submissions: unpackBatch(payload) });
}

async function storeBatches(deps: StoreDeps, batches: readonly Batch[]): Promise<void> {
  const { redis, config, announce, targetQueue, logger } = deps;
  const all = batches.flatMap(({ submissions }) => submissions);
  const direct = await findStoredDirectly(deps, all);
  const wanted = direct.size === 0 ? all : all.filter(({ id }) => !direct.has(id));
  const { count, targets, caught, inbox } = await deps.store(wanted, {
    limits,
    finish: (client, rows) => noteJobs(client, refundsOf(batches, rows, direct)),
  });
  if (count < all.length || caught.length > 0) {
    // A job that ran before has the refunds of its first run. Refunds that fail now wait in the database.
    const jobs = batches.map(({ jobId }) => jobId);
    await refund(deps, jobs).catch((err) => logger.warn({ err }, 'counters: refunds failed, will be retried'));
  }
  // A visitor whose submission was judged as spam may send another one with the same key.
  const keys = redisKeys(config.REDIS_PREFIX);
  const claims = caught.flatMap(({ claim }) => (claim === undefined ? [] : [keys.idempotency(claim)]));
  if (claims.length > 0) await redis.del(claims);
  // Published after the commit, so that subscribers find the rows. Existing rows are announced too, because the run
  // that stored them may have crashed first. Spam is not announced.
  const announced = announce(inbox);
  await Promise.all(targets.length > 0 ? [announced, targetQueue.schedule(targets)] : [announced]);
}

/** Ids of submissions that were stored directly. Without this, a deleted submission would come back. */
async function findStoredDirectly(
  { pool }: Pick<StoreDeps, 'pool'>,
  submissions: readonly AcceptedSubmission[],
): Promise<ReadonlySet<string>> {
  const beforeMs = Date.now() - youngMs;
  const ids = submissions.flatMap(({ id, receivedAtMs }) => (receivedAtMs < beforeMs ? [id] : []));
  return ids.length > 0 ? findDirect(pool, ids) : new Set();
}

/**
 * The usage of each job, minus what this transaction stores of it. Submissions that were set aside still count as used.
 * If two jobs have the same submission, the first one stores it.
 */
function refundsOf(
  batches: readonly Batch[],
  { kept, missing, isSpam }: StoredRows,
  direct: ReadonlySet<string>,
): StoredJob[] {
  const isKept = new Set(kept);
  const seen = new Set([...direct, ...missing]);
  return batches.map(({ jobId: job, submissions }) => {
    const used = submissions.filter((submission) => isKept.has(submission) || direct.has(submission.id));
    const stored = used.filter(({ id }) => {
      const isFirst = !seen.has(id);
      seen.add(id);
      return isFirst;
    });
    const refunds = usageBeyond(usageOf(used), usageOf(stored, isSpam));
    // If nothing is left of the accounts' usage, nothing is left of any form's.
    const formRefunds = refunds.length > 0 ? countBeyond(countByForm(used), countByForm(stored, isSpam)) : [];
    return { job, refunds, formRefunds };
  });
}
