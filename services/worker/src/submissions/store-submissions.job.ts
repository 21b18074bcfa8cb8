import type { JobHandlers } from '@inlet/queue/consumers';
import { redisKeys } from '@inlet/redis/keys';
import { type AcceptedSubmission, unpackBatch } from '@inlet/submissions/batch';
import { usageBeyond, usageOf } from '@inlet/submissions/usage';
import type { WorkerDeps } from '#deps.ts';
import { noteJobs, type StoredJob } from '#submissions/counters/counters.store.ts';
import { refund } from '#submissions/counters/settle-counters.ts';
import type { StoredRows } from '#submissions/create-store.ts';
import { findDirect } from '#submissions/direct/direct-batches.store.ts';
import { type Batch, joinBatches } from '#submissions/join-batches.ts';

export type StoreDeps = Pick<
  WorkerDeps,
  'pool' | 'redis' | 'clientRedis' | 'config' | 'announce' | 'bell' | 'store' | 'logger'
>;

/** Batches that a worker holds at once, each of up to a megabyte. */
export const batchesAtOnce = 64;
/** A statement of this size counts each of a thousand forms once, and halving it takes some twelve statements. */
const submissionsMax = 3_000;
/**
 * Longest wait for a row that somebody holds. The group fails then, and its batches are stored one by one: those of
 * other forms pass, and the others are tried again later.
 */
const limits = { lockTimeoutMs: 5_000 };

/**
 * What waits for longer may have been stored directly, seen, and deleted by its owner. The others are not looked up:
 * they are too young for that.
 */
const youngMs = 500;

/** Writes batches. Done twice it stores nothing twice, so a crash at any moment is repaired by the next run. */
export function storeSubmissionsJob(deps: StoreDeps): JobHandlers['store-submissions'] {
  const add = joinBatches((batches) => storeBatches(deps, batches), {
    groupsAtOnce: deps.config.WORKER_CONCURRENCY,
    submissionsMax,
  });
  return (payload, { jobId }) => add({ jobId, submissions: unpackBatch(payload) });
}

async function storeBatches(deps: StoreDeps, batches: readonly Batch[]): Promise<void> {
  const { pool, redis, config, announce, bell, store } = deps;
  const all = batches.flatMap(({ submissions }) => submissions);
  const direct = await findStoredDirectly(pool, all);
  let jobs: StoredJob[] = [];
  const { count, targets, caught, inbox } = await store(
    direct.size === 0 ? all : all.filter((submission) => !direct.has(submission)),
    {
      limits,
      finish: async (client, rows) => {
        jobs = refundsOf(batches, rows, direct);
        await noteJobs(client, jobs);
      },
    },
  );
  // A job that ran before has refunds of its first run, whatever this one found.
  if (count < all.length || caught.length > 0) await refundJobs(deps, jobs);
  // A sender whose submission was taken for spam may send something else under the same key.
  const keys = redisKeys(config.REDIS_PREFIX);
  const claims = caught.flatMap(({ claim }) => (claim === undefined ? [] : [keys.idempotency(claim)]));
  if (claims.length > 0) await redis.del(claims);
  // After the commit, so that a reader of the announcement finds the rows. Rows that existed before are
  // announced too, because the run that stored them may have died first. Spam is not announced.
  const announced = announce(inbox);
  await Promise.all(targets.length > 0 ? [announced, bell.ring(targets)] : [announced]);
}

/**
 * What each job has taken of its accounts' months, less what is stored of it by this transaction. What was set aside
 * keeps its place. Of two jobs with the same submission, the first one stores it.
 */
function refundsOf(
  batches: readonly Batch[],
  { kept, missing, isSpam }: StoredRows,
  direct: ReadonlySet<AcceptedSubmission>,
): StoredJob[] {
  const isKept = new Set([...kept, ...direct]);
  const seen = new Set<string>();
  return batches.map(({ jobId: job, submissions }) => {
    const taken = submissions.filter((submission) => isKept.has(submission));
    const stored = taken.filter((submission) => {
      if (direct.has(submission) || missing.has(submission.id) || seen.has(submission.id)) return false;
      seen.add(submission.id);
      return true;
    });
    return { job, refunds: usageBeyond(usageOf(taken), usageOf(stored, isSpam)) };
  });
}

/** What cannot be given back now, as while account has not counted yet, waits in the database. */
async function refundJobs(deps: StoreDeps, jobs: readonly StoredJob[]): Promise<void> {
  try {
    await refund(
      deps,
      jobs.map(({ job }) => job),
    );
  } catch (err) {
    deps.logger.warn({ err }, 'counters: places are given back later');
  }
}

/** Without this what its owner has deleted would come back. */
async function findStoredDirectly(
  pool: WorkerDeps['pool'],
  submissions: readonly AcceptedSubmission[],
): Promise<ReadonlySet<AcceptedSubmission>> {
  const beforeMs = Date.now() - youngMs;
  const old = submissions.filter(({ receivedAtMs }) => receivedAtMs < beforeMs);
  if (old.length === 0) return new Set();
  const ids = await findDirect(
    pool,
    old.map(({ id }) => id),
  );
  return new Set(old.filter(({ id }) => ids.has(id)));
}
