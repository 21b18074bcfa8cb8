import { type Lane, mainLane } from '@inlet/redis/lanes';
import type { Pool } from 'pg';
import { findLanes } from '#submissions/counters/counters.store.ts';

/** The lane that an account is in now, which is not asked for if there is only one; lane 0 for a deleted account. */
export async function findLaneOf(pool: Pool, lanes: readonly Lane[], userId: string): Promise<Lane> {
  const main = mainLane(lanes);
  const number = lanes.length > 1 ? (await findLanes(pool, [userId])).get(userId) : undefined;
  return number === undefined ? main : (lanes[number] ?? main);
}
