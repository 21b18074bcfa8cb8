import { createSemaphore, type Semaphore } from '@inlet/process/semaphore';
import type { JobHandlers } from '@inlet/queue/consumers';
import { type AcceptedSubmission, unpackBatch } from '@inlet/submissions/batch';
import { countBeyond, countByForm, usageBeyond, usageOf } from '@inlet/submissions/usage';
import type { WorkerDeps } from '#deps.ts';
import { noteJobs, type StoredJob } from '#submissions/counters/counters.store.ts';
import { refund } from '#submissions/counters/settle-counters.ts';
import type { Stored, StoredRows } from '#submissions/create-store.ts';
import { findDirect } from '#submissions/direct/direct-batches.store.ts';
import { type Batch, joinBatches, type Rest } from '#submissions/join-batches.ts';

export type StoreDeps = Pick<
  WorkerDeps,
  'pool' | 'lanes' | 'clientLanes' | 'config' | 'announce' | 'targetQueue' | 'store' | 'logger'
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
  const { REDIS_LANES, WORKER_CONCURRENCY: groupsAtOnce } = deps.config;
  // Refunds of several lanes are no part of their group. One at a time, they leave the connections to the groups.
  const refunds = createSemaphore(REDIS_LANES === 1 ? groupsAtOnce : 1);
  const add = joinBatches((batches) => storeBatches({ ...deps, refunds }, batches), {
    groupsAtOnce,
    submissionsMax,
  });
  return (payload, { jobId, lane }) => add({ jobId, lane, submissions: unpackBatch(payload) });
}

interface GroupDeps extends StoreDeps {
  /** Each holds a connection to the database while it waits for Redis, which may be away. */
  readonly refunds: Semaphore;
}

async function storeBatches(deps: GroupDeps, batches: readonly Batch[]): Promise<Rest> {
  const all = batches.flatMap(({ submissions }) => submissions);
  const direct = await findStoredDirectly(deps, all);
  const wanted = direct.size === 0 ? all : all.filter(({ id }) => !direct.has(id));
  let noted: readonly StoredJob[] = [];
  const stored = await deps.store(wanted, {
    limits,
    finish: (client, rows) => {
      noted = refundsOf(batches, rows, direct);
      return noteJobs(client, noted);
    },
  });
  const hasRefunds = stored.count < all.length || stored.caught.length > 0;
  const lanesWithRefunds = new Set(noted.flatMap(({ lane, refunds }) => (refunds.length > 0 ? [lane] : [])));
  const byLane = Map.groupBy(batches, ({ lane }) => lane);
  const tidied = new Map(
    Array.from(byLane, ([lane, part]) => [
      lane,
      tidyLane(deps, lane, part, { ...stored, mayRefund: hasRefunds && lanesWithRefunds.has(lane) }),
    ]),
  );
  if (deps.config.REDIS_LANES === 1) {
    // No other lane waits for the next group, which then has more batches.
    await Promise.all(tidied.values());
    await announceAll(deps, stored);
    return async () => undefined;
  }
  // The channel of live views and the queues of targets are in lane 0, which may be away. Views look again when it is
  // back, and the sweeper schedules deliveries.
  announceAll(deps, stored).catch((err: unknown) =>
    deps.logger.debug({ err }, 'live views: news lost, lane 0 is away'),
  );
  return async ({ lane }) => tidied.get(lane);
}

/** Refunds, and frees the idempotency keys, for batches of one lane. */
async function tidyLane(
  { refunds, lanes, ...deps }: GroupDeps,
  number: number,
  batches: readonly Batch[],
  { caught, mayRefund }: Pick<Stored, 'caught'> & { readonly mayRefund: boolean },
): Promise<void> {
  if (mayRefund) {
    // A job that ran before has the refunds of its first run. Refunds that fail now wait in the database.
    const jobs = batches.map(({ jobId }) => jobId);
    const refunded = refunds.run(() => refund(deps, jobs));
    await refunded.catch((err) => deps.logger.warn({ err }, 'counters: refunds failed, will be retried'));
  }
  // A visitor whose submission was judged as spam may send another one with the same key.
  const lane = lanes.find((consumed) => consumed.number === number);
  if (!lane || caught.length === 0) return;
  const isOurs = new Set(batches.flatMap(({ submissions }) => submissions));
  const claims = caught.flatMap((submission) =>
    submission.claim === undefined || !isOurs.has(submission) ? [] : [submission.claim],
  );
  if (claims.length > 0) await lane.redis.del(claims.map(lane.keys.idempotency));
}

/**
 * Published after the commit, so that subscribers find the rows. Existing rows are announced too, because the run that
 * stored them may have crashed first. Spam is not announced.
 */
async function announceAll({ announce, targetQueue }: GroupDeps, { inbox, targets }: Stored): Promise<void> {
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
  return batches.map(({ jobId: job, lane, submissions }) => {
    const used = submissions.filter((submission) => isKept.has(submission) || direct.has(submission.id));
    const stored = used.filter(({ id }) => {
      const isFirst = !seen.has(id);
      seen.add(id);
      return isFirst;
    });
    const refunds = usageBeyond(usageOf(used), usageOf(stored, isSpam));
    // If nothing is left of the accounts' usage, nothing is left of any form's.
    const formRefunds = refunds.length > 0 ? countBeyond(countByForm(used), countByForm(stored, isSpam)) : [];
    return { job, lane, refunds, formRefunds };
  });
}
