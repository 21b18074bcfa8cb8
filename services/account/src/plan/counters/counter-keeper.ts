import type { Amounts, CounterName } from '@inlet/contracts/quotas';
import { type Counter, openCounters } from '@inlet/redis/counters';
import type { WatchedLane } from '@inlet/redis/lanes';
import { answerOfRedis } from '#plan/counters/answer-of-redis.ts';
import { allOf, laneNumbered } from '#plan/counters/by-lane.ts';
import type { Resources } from '#resources.ts';

export type CountDeps = Pick<Resources, 'database' | 'lanes' | 'metrics'>;

/** Creates and corrects counters of one kind, each in the lane of its account. */
export interface CounterKeeper<Name> {
  /** Creates counters that Redis lacks. A lane that is away fails the call, but does not stop the others. */
  readonly make: (names: readonly Name[]) => Promise<void>;
  /**
   * Corrects counters that differ from the database and the queue. One that changes all the time waits for the next
   * hour.
   */
  readonly correct: (names: readonly Name[]) => Promise<void>;
  /** The lane of a counter's account; undefined if the account or the form is gone. */
  readonly laneOf: (name: Name) => Promise<WatchedLane | undefined>;
}

export interface CounterKind<Name extends CounterName> {
  readonly keyOf: (name: Name) => string;
  /** The lane of each counter's account, undefined where the account or the form is gone. */
  readonly findLanes: (names: readonly Name[]) => Promise<(number | undefined)[]>;
  /** Counts corrections. */
  readonly corrected: { readonly inc: () => void };
  readonly onMade?: (name: Name) => void;
  /**
   * Counts, in this order: the queue of the lane, and then the database. A job that leaves the queue in between is in the database
   * by then. The receipts are of changes that the counters already show.
   */
  readonly count: (
    lane: WatchedLane,
    names: readonly Name[],
    receiptsOf: (name: Name) => readonly string[],
  ) => Promise<(Name & Amounts)[]>;
}

interface Counted<Name> {
  /** What the counter should show. */
  readonly right: Name & Amounts;
  /** Null if Redis lacks it. */
  readonly counter: Counter | null;
}

const triesMax = 3;

export function createCounterKeeper<Name extends CounterName>(
  { lanes }: Pick<CountDeps, 'lanes'>,
  kind: CounterKind<Name>,
): CounterKeeper<Name> {
  const keepers = new Map(lanes.map((lane) => [lane.number, createLaneKeeper(lane, kind)]));
  const [only] = lanes.length === 1 ? lanes : [];

  async function inLanes(work: keyof LaneKeeper<Name>, names: readonly Name[]): Promise<void> {
    if (names.length === 0) return;
    if (only) return keepers.get(only.number)?.[work](names);
    const numbers = await kind.findLanes(names);
    const groups = Map.groupBy(names.keys(), (index) => numbers[index]);
    await allOf(
      [...groups].map(async ([number, indexes]) => {
        if (number === undefined) return;
        laneNumbered(lanes, number);
        await keepers.get(number)?.[work](indexes.flatMap((index) => names[index] ?? []));
      }),
    );
  }

  return {
    make: (names) => inLanes('make', names),
    correct: (names) => inLanes('correct', names),
    laneOf: async (name) => {
      if (only) return only;
      const [number] = await kind.findLanes([name]);
      return number === undefined ? undefined : laneNumbered(lanes, number);
    },
  };
}

type LaneKeeper<Name> = Pick<CounterKeeper<Name>, 'make' | 'correct'>;

function createLaneKeeper<Name extends CounterName>(lane: WatchedLane, kind: CounterKind<Name>): LaneKeeper<Name> {
  const { redis, keys, watch, logger } = lane;
  const counters = openCounters(redis, keys, watch.confirm);

  /** Reads the counters first: one that does not change until it is set has missed nothing. */
  async function count(names: readonly Name[]): Promise<Counted<Name>[]> {
    const read = await counters.read(names);
    const byName = new Map(names.map((name, index) => [kind.keyOf(name), read[index] ?? null]));
    const counterOf = (name: Name) => byName.get(kind.keyOf(name)) ?? null;
    const used = await kind.count(lane, names, (name) => counterOf(name)?.receipts ?? []);
    return used.map((right) => ({ right, counter: counterOf(right) }));
  }

  async function makeMissing(names: readonly Name[]): Promise<void> {
    const read = await answerOfRedis(counters.read(names));
    const missing = names.filter((_, index) => read[index] === null);
    if (missing.length === 0) return;
    for (const { right } of await count(missing)) {
      if (await counters.make(right, right)) kind.onMade?.(right);
    }
  }

  async function setOne({ right, counter }: Counted<Name>): Promise<boolean> {
    if (!counter) return true;
    const isSet = await counters.correct(right, counter.moves, right);
    const isRight = counter.submissions === right.submissions && counter.bytes === right.bytes;
    if (isSet && !isRight) {
      kind.corrected.inc();
      const facts: object = { ...right, before: { submissions: counter.submissions, bytes: counter.bytes } };
      logger.warn(facts, 'counters: counter corrected');
    }
    return isSet;
  }

  return {
    make: joinCalls(makeMissing, kind.keyOf),
    correct: async (names) => {
      let left = names;
      for (let tries = 0; tries < triesMax && left.length > 0; tries += 1) {
        const moved: Name[] = [];
        for (const counted of await count(left)) if (!(await setOne(counted))) moved.push(counted.right);
        left = moved;
      }
    },
  };
}

/** Concurrent calls share the next run, so that a long queue is not read for each of them. */
function joinCalls<Name>(
  work: (names: readonly Name[]) => Promise<void>,
  keyOf: (name: Name) => string,
): LaneKeeper<Name>['make'] {
  let underWay: Promise<void> = Promise.resolve();
  let forming: { readonly names: Name[]; readonly done: Promise<void> } | null = null;

  function begin(): { readonly names: Name[]; readonly done: Promise<void> } {
    const names: Name[] = [];
    const done = underWay.then(() => {
      forming = null;
      return work([...new Map(names.map((name) => [keyOf(name), name])).values()]);
    });
    underWay = done.catch(() => undefined);
    return { names, done };
  }

  return (names) => {
    if (names.length === 0) return Promise.resolve();
    forming ??= begin();
    forming.names.push(...names);
    return forming.done;
  };
}
