import { unavailable } from '@inlet/service/http-error';
import { createSemaphore } from '@inlet/service/semaphore';
import { type AcceptedSubmission, unpackBatch } from '@inlet/submissions/batch';
import type { DirectAnswer, DirectBatch, DirectQuota } from '@inlet/submissions/direct-batch';
import { LRUCache } from 'lru-cache';
import type { WorkerDeps } from '#deps.ts';
import {
  findRoom,
  hasNoRoom,
  insertDirectly,
  isHeldUp,
  isSomeStored,
} from '#submissions/direct/direct-batches.store.ts';

export type StoreDirectly = (batch: DirectBatch) => Promise<DirectAnswer>;

/** Others may take room and give it back between a look and the try. */
const triesMax = 3;
const quotasKept = 10_000;
/** Accounts that are stored side by side, so that jobs keep some connections. */
const accountsAtOnce = 4;

/**
 * Stores a batch that did not come through Redis. Like a job it may come twice. Nothing is stored unless all of it
 * fits.
 */
export function createStoreDirectly({
  pool,
  store,
  config,
  blobs,
}: Pick<WorkerDeps, 'pool' | 'store' | 'config' | 'blobs'>): StoreDirectly {
  const state = config.CLAMD_URL === undefined ? 'available' : 'scanning';
  /** Quotas that have a row, and had room for the last batch: nobody looks before the next one. */
  const roomy = new LRUCache<string, true>({ max: quotasKept });

  /** How much there is of each quota, or null where all that is wanted probably fits. */
  async function findShortage(quotas: readonly DirectQuota[]): Promise<number[] | null> {
    if (quotas.every((quota) => roomy.has(nameOf(quota)))) return null;
    const left = await findRoom(pool, quotas);
    const room = quotas.map(({ wanted }, index) => Math.min(wanted, left[index] ?? 0));
    return quotas.some(({ wanted }, index) => (room[index] ?? 0) < wanted) ? room : null;
  }

  async function storeAll(batch: DirectBatch, submissions: readonly AcceptedSubmission[]): Promise<void> {
    const { quotas } = batch;
    try {
      await store(submissions, insertDirectly(batch, state, blobs));
      for (const quota of quotas) roomy.set(nameOf(quota), true);
    } catch (error) {
      for (const quota of quotas) roomy.delete(nameOf(quota));
      throw error;
    }
  }

  /** Somebody holds a row of one account, so each is stored by itself. Those that cannot be have no room for now. */
  async function storeEach(batch: DirectBatch, submissions: readonly AcceptedSubmission[]): Promise<DirectAnswer> {
    const parts = [...Map.groupBy(submissions, ({ userId }) => userId)];
    const { run } = createSemaphore(accountsAtOnce);
    const ends = await Promise.allSettled(parts.map(([, part]) => run(() => storeAll(batch, part))));
    const left = new Set(parts.filter((_, index) => ends[index]?.status === 'rejected').map(([userId]) => userId));
    const room = batch.quotas.map(({ userId, wanted }) => (left.has(userId) ? 0 : wanted));
    return { isStored: left.size === 0, room };
  }

  return async (batch) => {
    const { quotas } = batch;
    const submissions = unpackBatch(batch.batch);
    const ids = submissions.map((submission) => submission.id);
    const all: DirectAnswer = { isStored: true, room: quotas.map(({ wanted }) => wanted) };
    for (let tries = 0; tries < triesMax; tries += 1) {
      const room = await findShortage(quotas);
      // A batch that comes again needs less than it seems.
      if (room !== null && (tries > 0 || !(await isSomeStored(pool, ids)))) return { isStored: false, room };
      try {
        await storeAll(batch, submissions);
        return all;
      } catch (error) {
        if (isHeldUp(error)) return storeEach(batch, submissions);
        if (!hasNoRoom(error)) throw error;
      }
    }
    throw unavailable();
  };
}

function nameOf({ userId, month, resource }: DirectQuota): string {
  return `${userId} ${month} ${resource}`;
}
