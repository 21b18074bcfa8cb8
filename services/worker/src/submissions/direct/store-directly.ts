import { unavailable } from '@inlet/service/http-error';
import { unpackBatch } from '@inlet/submissions/batch';
import type { DirectAnswer, DirectBatch, DirectQuota } from '@inlet/submissions/direct-batch';
import { LRUCache } from 'lru-cache';
import type { WorkerDeps } from '#deps.ts';
import { findRoom, hasNoRoom, insertDirectly } from '#submissions/direct/direct-batches.store.ts';

export type StoreDirectly = (batch: DirectBatch) => Promise<DirectAnswer>;

/** Others may take room and give it back between a look and the try. */
const triesMax = 3;
const quotasKept = 10_000;

/** Stores a batch that did not come through Redis. Like a job it may come twice. Nothing is stored unless all of it fits. */
export function createStoreDirectly({ pool, store }: Pick<WorkerDeps, 'pool' | 'store'>): StoreDirectly {
  /** Quotas that have a row, and had room for the last batch: nobody looks before the next one. */
  const roomy = new LRUCache<string, true>({ max: quotasKept });

  /** How much there is of each quota, or null where all that is wanted probably fits. */
  async function findShortage(quotas: readonly DirectQuota[]): Promise<number[] | null> {
    if (quotas.every((quota) => roomy.has(nameOf(quota)))) return null;
    const left = await findRoom(pool, quotas);
    const room = quotas.map(({ wanted }, index) => Math.min(wanted, left[index] ?? 0));
    return quotas.some(({ wanted }, index) => (room[index] ?? 0) < wanted) ? room : null;
  }

  return async ({ id, quotas, batch }) => {
    const submissions = unpackBatch(batch);
    for (let tries = 0; tries < triesMax; tries += 1) {
      const shortage = await findShortage(quotas);
      if (shortage !== null) return { isStored: false, room: shortage };
      try {
        await store(submissions, insertDirectly(id, quotas));
        for (const quota of quotas) roomy.set(nameOf(quota), true);
        return { isStored: true, room: quotas.map(({ wanted }) => wanted) };
      } catch (error) {
        for (const quota of quotas) roomy.delete(nameOf(quota));
        if (!hasNoRoom(error)) throw error;
      }
    }
    throw unavailable();
  };
}

function nameOf({ userId, month, resource }: DirectQuota): string {
  return `${userId} ${month} ${resource}`;
}
