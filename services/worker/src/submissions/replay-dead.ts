import type { Producer } from '@inlet/queue/producer';
import { packBatch } from '@inlet/submissions/batch';
import type { Pool } from 'pg';
import { v7 as uuidv7 } from 'uuid';
import { deleteDead, findDead, roundedTimeOfDatabase } from '#submissions/dead-submissions.store.ts';

/** Submissions in one job: each may have a megabyte. */
const atOnce = 20;

/**
 * Sends every submission that was set aside before now through the queue again, and returns how many; one that is
 * refused again is set aside again, at a later time, which ends the loop. It is forgotten here only when the queue
 * has it. The times are all the database's: by another clock the loop could meet its own leavings.
 */
export async function replayDead(pool: Pool, producer: Pick<Producer, 'add'>): Promise<number> {
  const before = await roundedTimeOfDatabase(pool);
  let count = 0;
  for (;;) {
    const dead = await findDead(pool, before, atOnce);
    if (dead.length === 0) return count;
    await producer.add('store-submissions', uuidv7(), packBatch(dead.map(({ submission }) => submission)));
    await deleteDead(pool, dead);
    count += dead.length;
  }
}
