import { randomUUID } from 'node:crypto';
import { createSemaphore } from '@inlet/process/semaphore';
import { type AcceptedSubmission, unpackBatch } from '@inlet/submissions/batch';
import type { DirectAnswer, DirectBatch, DirectQuota } from '@inlet/submissions/direct-batch';
import { usageOf } from '@inlet/submissions/usage';
import type { Pool } from 'pg';
import type { WorkerDeps } from '#deps.ts';
import { noteDirect } from '#submissions/counters/counters.store.ts';
import type { InTransaction } from '#submissions/create-store.ts';
import { directLimits, findRemaining, isHeldUp, isSomeStored } from '#submissions/direct/direct-batches.store.ts';

type Answer = Omit<DirectAnswer, 'isFlushed'>;
type Part = Pick<DirectBatch, 'quotas' | 'lane'>;
export type StoreDirectly = (batch: DirectBatch) => Promise<Answer>;

/** Accounts that are stored concurrently, so that some connections remain for jobs. */
const accountsAtOnce = 4;

class OverLimit extends Error {
  override readonly name = 'NoRoom';
}

/**
 * Stores a batch that did not come through Redis, if it fits its accounts' months by stored submissions. Like a job, it
 * may be repeated. It is stored completely or not at all.
 */
export function createStoreDirectly({ pool, store }: Pick<WorkerDeps, 'pool' | 'store'>): StoreDirectly {
  /** The inserting statement locks the rows of usage, so nothing else can take the same quota before the commit. */
  const inTransaction = ({ quotas, lane = 0 }: Part): InTransaction => ({
    limits: directLimits,
    finish: async (client, { kept, missing, isSpam }) => {
      const stored = kept.filter(({ id }) => !missing.has(id));
      if (stored.length === 0) return;
      const left = await findRemaining(client, quotas);
      if (quotas.some(({ wanted }, index) => wanted > 0 && (left[index] ?? 0) < 0)) throw new OverLimit();
      const ids = stored.map(({ id }) => id);
      await noteDirect(client, { id: randomUUID(), lane, ids, used: usageOf(stored, isSpam) });
    },
  });

  async function storeAll(part: Part, submissions: readonly AcceptedSubmission[]): Promise<void> {
    await store(submissions, inTransaction(part));
  }

  /** Stores each account separately because a row of one is locked. An account that fails gets no capacity for now. */
  async function storeEach({ quotas, lane }: Part, submissions: readonly AcceptedSubmission[]) {
    const parts = [...Map.groupBy(submissions, ({ userId }) => userId)];
    const { run } = createSemaphore(accountsAtOnce);
    const ofUser = (id: string) => ({ quotas: quotas.filter(({ userId }) => userId === id), lane });
    const ends = await Promise.allSettled(parts.map(([userId, part]) => run(() => storeAll(ofUser(userId), part))));
    const left = new Set(parts.filter((_, index) => ends[index]?.status === 'rejected').map(([userId]) => userId));
    const room = quotas.map(({ userId, wanted }) => (left.has(userId) ? 0 : wanted));
    return { isStored: left.size === 0, room, full: quotas.map(() => false) };
  }

  return async ({ quotas, lane, batch }) => {
    const submissions = unpackBatch(batch);
    const shortage = await findShortage(pool, quotas);
    // A repeated batch needs less than it seems.
    if (
      shortage !== null &&
      !(await isSomeStored(
        pool,
        submissions.map(({ id }) => id),
      ))
    )
      return shortage;
    try {
      await storeAll({ quotas, lane }, submissions);
      return { isStored: true, room: quotas.map(({ wanted }) => wanted), full: quotas.map(() => false) };
    } catch (error) {
      if (isHeldUp(error)) return storeEach({ quotas, lane }, submissions);
      if (!(error instanceof OverLimit)) throw error;
      return (
        (await findShortage(pool, quotas)) ?? {
          isStored: false,
          room: quotas.map(() => 0),
          full: quotas.map(() => true),
        }
      );
    }
  };
}

/** Null if everything probably fits. */
async function findShortage(pool: Pool, quotas: readonly DirectQuota[]): Promise<Answer | null> {
  const left = await findRemaining(pool, quotas);
  const room = quotas.map(({ wanted }, index) => Math.max(0, Math.min(wanted, left[index] ?? 0)));
  const full = quotas.map(({ wanted }, index) => (room[index] ?? 0) < wanted);
  return full.some(Boolean) ? { isStored: false, room, full } : null;
}
