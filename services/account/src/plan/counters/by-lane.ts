import type { WatchedLane } from '@inlet/redis/lanes';

/** An account is in a lane that this process does not have. */
export class LaneMissing extends Error {
  override readonly name = 'LaneMissing';
}

export function laneNumbered(lanes: readonly WatchedLane[], number: number): WatchedLane {
  const lane = lanes[number];
  if (lane) return lane;
  const next = `raise it to ${number + 1} or more, or move the account to another lane first`;
  throw new LaneMissing(`An account is in lane ${number}, but REDIS_LANES is ${lanes.length}: ${next}`);
}

/** The lane by which rows are selected; null if there is only one, so that no statement looks for it. */
export function laneOfRows({ number }: WatchedLane, lanes: readonly WatchedLane[]): number | null {
  return lanes.length === 1 ? null : number;
}

/** Waits for all of these. A lane that is away fails its own work alone; the first failure is thrown at the end. */
export async function allOf(works: readonly Promise<unknown>[]): Promise<void> {
  const ends = await Promise.allSettled(works);
  for (const end of ends) if (end.status === 'rejected') throw end.reason;
}
