import type { Producer } from '@inlet/queue/producer';
import { packBatch } from '@inlet/submissions/batch';
import type { Pool } from 'pg';
import { v7 as uuidv7 } from 'uuid';
import { findLanes } from '#submissions/counters/counters.store.ts';
import {
  type DeadSubmission,
  deleteDead,
  findDead,
  roundedTimeOfDatabase,
} from '#submissions/dead-submissions.store.ts';

/** Submissions in one job: each may have a megabyte. */
const atOnce = 20;

/**
 * Sends every submission that was set aside before now through the queue of its account's lane again, and returns how
 * many; one that is refused again is set aside again, at a later time, which ends the loop. It is forgotten here only
 * when the queue has it. The times are all the database's: by another clock the loop could meet its own leavings.
 */
export async function replayDead(pool: Pool, producers: readonly Pick<Producer, 'add'>[]): Promise<number> {
  const before = await roundedTimeOfDatabase(pool);
  let count = 0;
  for (;;) {
    const dead = await findDead(pool, before, atOnce);
    if (dead.length === 0) return count;
    for (const [lane, part] of await groupByLane(pool, producers.length, dead)) {
      const producer = producers[lane];
      if (!producer) throw new Error(`An account is in lane ${lane}, but REDIS_LANES is ${producers.length}`);
      await producer.add('store-submissions', uuidv7(), packBatch(part.map(({ submission }) => submission)));
      await deleteDead(pool, part);
      count += part.length;
    }
  }
}

/** By the lanes that their accounts are in now. Submissions of a deleted account can go through any. */
async function groupByLane(pool: Pool, laneCount: number, dead: readonly DeadSubmission[]) {
  if (laneCount === 1) return new Map([[0, [...dead]]]);
  const lanes = await findLanes(pool, [...new Set(dead.map(({ submission }) => submission.userId))]);
  return Map.groupBy(dead, ({ submission }) => lanes.get(submission.userId) ?? 0);
}
