import { packBatch } from '@inlet/contracts/submission-batch';
import type { Producer } from '@inlet/queue/producer';
import type { Pool } from 'pg';
import { v7 as uuidv7 } from 'uuid';
import { deleteDead, findDead } from '#submissions/dead-submissions.store.ts';

/** Submissions that go into one job. */
const atOnce = 500;

/**
 * Sends every submission that was set aside before now through the queue again, and answers how many; one that is
 * refused again is set aside again. It is forgotten here only when the queue has it.
 */
export async function replayDead(pool: Pool, producer: Pick<Producer, 'add'>, before = new Date()): Promise<number> {
  let count = 0;
  for (;;) {
    const dead = await findDead(pool, before, atOnce);
    if (dead.length === 0) return count;
    await producer.add('store-submissions', uuidv7(), packBatch(dead));
    const ids = dead.map(({ id }) => id);
    await deleteDead(pool, before, ids);
    count += dead.length;
  }
}
