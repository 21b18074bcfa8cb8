import { setTimeout as pause } from 'node:timers/promises';
import type { CounterName } from '@inlet/contracts/quotas';
import { type AskCounters, keyOf } from '#quota/ask-counters.ts';

export type CountAgain = ReturnType<typeof createCountAgain>;

export interface CountAgainDeps {
  readonly counters: Pick<AskCounters, 'make'>;
  /** Reads the lane of a form anew; undefined if the form is gone. Left out where accounts have no other lane to be in. */
  readonly findLane?: (submission: Uncounted) => Promise<number | undefined>;
}

/** A submission whose counter its lane does not have. */
export interface Uncounted {
  readonly endpointId: string;
  readonly lane: number;
  /** The counter of its month, and of its form if that has a number. */
  readonly names: readonly CounterName[];
  /** True if it has been tried again before. */
  readonly isRepeated: boolean;
}

const betweenMs = 100;

/**
 * Prepares that submissions are tried again: has account make the missing counters, and returns the lane of the account,
 * which may be moving. The submissions of a form wait together, so that account and the form directory get one request
 * at a time for them, and that they are sent again in one batch.
 */
export function createCountAgain({ counters, findLane }: CountAgainDeps) {
  const underWay = new Map<string, Promise<number>>();

  async function prepare(submission: Uncounted): Promise<number> {
    const { lane, names, isRepeated } = submission;
    if (isRepeated) await pause(betweenMs);
    // What was not made is missing at the next try as well. Account answers when a move is over, so the lane is read then.
    await Promise.all(names.map((name) => counters.make(name)));
    const found = await findLane?.(submission).catch(() => lane);
    return found ?? lane;
  }

  /** Returns the lane of the account. */
  return (submission: Uncounted): Promise<number> => {
    const key = [submission.endpointId, ...submission.names.map(keyOf)].join(' ');
    const same = underWay.get(key);
    if (same) return same;
    const prepared = prepare(submission).finally(() => underWay.delete(key));
    underWay.set(key, prepared);
    return prepared;
  };
}
