import { type CounterChange, type Counters, openCounters } from '@inlet/redis/counters';
import type { Lane } from '@inlet/redis/lanes';

/** A change, with the lane that its account is in now. */
export interface PlacedChange {
  readonly lane: number;
  readonly change: CounterChange;
}

/** `missing`: the counter is missing in Redis. */
export type ChangeOutcome = { readonly is: 'changed' | 'missing' } | { readonly is: 'failed'; readonly error: unknown };

/** The counters of all lanes. */
export interface LaneCounters {
  /** Applies each change on its own, so that a lane that is away fails no change of another lane. */
  readonly apply: (changes: readonly PlacedChange[]) => Promise<ChangeOutcome[]>;
  /** Forgets the receipts of changes that are no longer repeated. */
  readonly forget: (changes: readonly PlacedChange[]) => Promise<void>;
}

export function openLaneCounters(lanes: readonly Lane[]): LaneCounters {
  const opened = new Map<number, Counters>();

  function countersOf(number: number): Counters {
    const known = opened.get(number);
    if (known) return known;
    const lane = lanes[number];
    if (!lane) throw new Error(`An account is in lane ${number}, but REDIS_LANES is ${lanes.length}`);
    const counters = openCounters(lane.redis, lane.keys);
    opened.set(number, counters);
    return counters;
  }

  async function applyOne({ lane, change }: PlacedChange): Promise<ChangeOutcome> {
    try {
      return { is: (await countersOf(lane).change(change)) ? 'changed' : 'missing' };
    } catch (error) {
      return { is: 'failed', error };
    }
  }

  return {
    apply: (changes) => Promise.all(changes.map(applyOne)),
    forget: async (changes) => {
      const byLane = Map.groupBy(changes, ({ lane }) => lane);
      await Promise.all(
        Array.from(byLane, ([lane, placed]) => countersOf(lane).forget(placed.map(({ change }) => change))),
      );
    },
  };
}
