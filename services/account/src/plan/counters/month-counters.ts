import type { AccountMonth } from '@inlet/contracts/quotas';
import { defineCounter } from '@inlet/observe/metrics';
import { waitingUsage } from '@inlet/queue/waiting-usage';
import { type Counter, openCounters } from '@inlet/redis/counters';
import type { MonthUsage } from '@inlet/submissions/usage';
import { answerOfRedis } from '#plan/counters/answer-of-redis.ts';
import { readUsed } from '#plan/counters/counters.store.ts';
import { openLeases } from '#plan/counters/leases.ts';
import type { Resources } from '#resources.ts';

export type CountDeps = Pick<Resources, 'database' | 'redis' | 'redisWatch' | 'keys' | 'logger' | 'metrics'>;

/** Creates and corrects the counters of accounts' monthly usage. */
export interface MonthCounters {
  /** Creates counters that Redis lacks. */
  readonly make: (names: readonly AccountMonth[]) => Promise<void>;
  /**
   * Corrects counters that differ from the database and the queue. One that changes all the time waits for the next
   * hour.
   */
  readonly correct: (names: readonly AccountMonth[]) => Promise<void>;
}

interface Counted extends MonthUsage {
  readonly counter: Counter | null;
}

const triesMax = 3;
/** Accounts in one statement. */
const namesAtOnce = 500;

export function createMonthCounters({ database, redis, redisWatch, keys, logger, metrics }: CountDeps): MonthCounters {
  const counters = openCounters(redis, keys, redisWatch.confirm);
  const leases = openLeases(redis, keys);
  const corrected = defineCounter(metrics, 'inlet_counters_corrected_total', 'Monthly counters that were corrected');

  /**
   * Reads the counters first: one that does not change until it is set has missed nothing. Then it reads the queue, and
   * then the database: a job that leaves the queue in between is in the database by then.
   */
  async function count(names: readonly AccountMonth[]): Promise<Counted[]> {
    const read = await counters.read(names);
    const byName = new Map(names.map((name, index) => [nameOf(name), read[index] ?? null]));
    await leases.end(names);
    const waiting = await waitingUsage(redis, keys, (usage) => byName.has(nameOf(usage)));
    const counted: Counted[] = [];
    for (let start = 0; start < names.length; start += namesAtOnce) {
      const page = names.slice(start, start + namesAtOnce);
      const ofPage = new Set(page.map(nameOf));
      const used = await readUsed(database.pool, page, {
        waiting: waiting.filter((usage) => ofPage.has(nameOf(usage))),
        receipts: page.flatMap((name) =>
          (byName.get(nameOf(name))?.receipts ?? []).map((receipt) => ({ ...name, receipt })),
        ),
      });
      counted.push(...used.map((usage) => ({ ...usage, counter: byName.get(nameOf(usage)) ?? null })));
    }
    return counted;
  }

  async function listMissing(names: readonly AccountMonth[]): Promise<AccountMonth[]> {
    const read = await answerOfRedis(counters.read(names));
    return names.filter((_, index) => read[index] === null);
  }

  async function makeMissing(names: readonly AccountMonth[]): Promise<void> {
    const missing = await listMissing(names);
    if (missing.length === 0) return;
    for (const used of await count(missing)) await counters.make(used, used);
  }

  async function setOne({ counter, ...used }: Counted & { readonly counter: Counter }): Promise<boolean> {
    const isSet = await counters.correct(used, counter.moves, used);
    const isRight = counter.submissions === used.submissions && counter.bytes === used.bytes;
    if (isSet && !isRight) {
      corrected.inc();
      const before = { submissions: counter.submissions, bytes: counter.bytes };
      logger.warn({ ...used, before }, 'counters: counter corrected');
    }
    return isSet;
  }

  return {
    make: joinCalls(makeMissing),
    correct: async (names) => {
      let left = names;
      for (let tries = 0; tries < triesMax && left.length > 0; tries += 1) {
        const moved: Counted[] = [];
        for (const { counter, ...used } of await count(left)) {
          if (counter && !(await setOne({ ...used, counter }))) moved.push({ ...used, counter });
        }
        left = moved;
      }
    },
  };
}

const nameOf = ({ userId, month }: AccountMonth) => `${userId} ${month}`;

/** Concurrent calls share the next run, so that a long queue is not read for each of them. */
function joinCalls(work: (names: readonly AccountMonth[]) => Promise<void>): MonthCounters['make'] {
  let underWay: Promise<void> = Promise.resolve();
  let forming: { readonly names: AccountMonth[]; readonly done: Promise<void> } | null = null;

  function begin(): { readonly names: AccountMonth[]; readonly done: Promise<void> } {
    const names: AccountMonth[] = [];
    const done = underWay.then(() => {
      forming = null;
      return work([...new Map(names.map((name) => [nameOf(name), name])).values()]);
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
