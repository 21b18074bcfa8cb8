import { setImmediate } from 'node:timers/promises';
import type { AttemptLimit } from '#access/limits/limits.ts';
import { type Limiter, type LimiterDeps, openLimiter } from '#access/limits/open-limiter.ts';
import { createUnderWay } from '#access/limits/under-way.ts';
import { tooManyAttempts } from '#errors.ts';

/** A limit, and the subject that it applies to. */
export interface AttemptCounter {
  readonly limit: AttemptLimit;
  readonly subject: string;
}

export interface Attempts {
  /** Counts one attempt in every counter, or refuses with 429 if one of them is full. */
  readonly take: (counters: readonly AttemptCounter[]) => Promise<void>;
  /** Like `take`, but returns false instead of throwing. */
  readonly isLeft: (counters: readonly AttemptCounter[]) => Promise<boolean>;
  /** Returns attempts that were not needed. */
  readonly release: (counters: readonly AttemptCounter[]) => Promise<void>;
  /** Runs work within the limits. Only an attempt that returns null, a wrong guess, stays counted. */
  readonly guess: <T>(counters: readonly AttemptCounter[], work: () => Promise<T | null>) => Promise<T | null>;
}

export interface AttemptsOptions extends LimiterDeps {
  readonly isOn: boolean;
}

/** How often a guess waits for others of the same counter: thirty right ones at once then succeed. */
const waitsMax = 3;

/**
 * Limits attempts. An attempt is counted before it is made, so concurrent attempts cannot exceed the limit. A refused
 * attempt is not counted anywhere.
 */
export function createAttempts({ isOn, ...deps }: AttemptsOptions): Attempts {
  const limiters = new Map<string, Limiter>();
  const underWay = createUnderWay();
  const nameOf = ({ limit, subject }: AttemptCounter) => `${limit.name}:${subject}`;

  function limiterOf(limit: AttemptLimit): Limiter {
    const known = limiters.get(limit.name);
    if (known) return known;
    const opened = openLimiter(deps, limit);
    limiters.set(limit.name, opened);
    return opened;
  }

  /** Counts one attempt. Returns the seconds to wait, or 0 if it is allowed. */
  async function count(counters: readonly AttemptCounter[]): Promise<number> {
    if (!isOn) return 0;
    const waits = await Promise.all(counters.map(({ limit, subject }) => limiterOf(limit).consume(subject)));
    const wait = Math.max(0, ...waits);
    if (wait > 0) await release(counters);
    return wait;
  }

  async function release(counters: readonly AttemptCounter[]): Promise<void> {
    if (isOn) await Promise.all(counters.map(({ limit, subject }) => limiterOf(limit).reward(subject)));
  }

  /** Takes an attempt. If pending guesses have used up the limit, they may be right and return theirs. */
  async function takeWhenLeft(counters: readonly AttemptCounter[]): Promise<void> {
    const names = counters.map(nameOf);
    for (let waits = 0; ; waits += 1) {
      const endedBefore = underWay.ended();
      const wait = await count(counters);
      if (wait === 0) return;
      // Replies of Redis arrive together: guesses that were admitted with this one start in the next tick.
      await setImmediate();
      const others = underWay.settled(names);
      const mayBeLeft = others !== null || underWay.ended() > endedBefore;
      if (!mayBeLeft || waits === waitsMax) throw tooManyAttempts(wait);
      await others;
    }
  }

  async function attempt<T>(counters: readonly AttemptCounter[], work: () => Promise<T | null>): Promise<T | null> {
    let isWrong = false;
    try {
      const found = await work();
      isWrong = found === null;
      return found;
    } finally {
      if (!isWrong) await release(counters);
    }
  }

  return {
    take: async (counters) => {
      const wait = await count(counters);
      if (wait > 0) throw tooManyAttempts(wait);
    },
    isLeft: async (counters) => (await count(counters)) === 0,
    release,
    guess: async (counters, work) => {
      await takeWhenLeft(counters);
      const guess = attempt(counters, work);
      underWay.begin(counters.map(nameOf), guess);
      return guess;
    },
  };
}
