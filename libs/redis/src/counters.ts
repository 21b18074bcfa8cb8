import type { AccountMonth, Amounts } from '@inlet/contracts/quotas';
import type { RedisConnection } from '#connections.ts';
import { counterLua, counterTimes } from '#counter-lua.ts';
import { defineScript } from '#define-script.ts';
import type { RedisKeys } from '#keys.ts';

/** What an account has used of its month, as Redis counts it. */
export interface Counter extends Amounts {
  /** Rises with every change, so that a correction overwrites none. */
  readonly moves: number;
  /** Whether it has changed since it was last compared with the database. */
  readonly hasMoved: boolean;
  /** Names of changes that were made, and that PostgreSQL may not know of yet. */
  readonly receipts: readonly string[];
}

/** A change with a receipt. The counter makes it once, also if several processes repeat it. */
export interface CounterChange extends AccountMonth, Amounts {
  readonly receipt: string;
}

export type TakeOutcome = 'taken' | 'full' | 'uncounted';

/** The counters of what accounts use of their months. The script that queues a batch raises them too. */
export interface Counters {
  readonly read: (names: readonly AccountMonth[]) => Promise<(Counter | null)[]>;
  /** Writes a counter that is missing, both amounts or none; false if it is there. */
  readonly make: (name: AccountMonth, used: Amounts) => Promise<boolean>;
  /** Sets a counter that has not moved since; false if it has. */
  readonly correct: (name: AccountMonth, moves: number, used: Amounts) => Promise<boolean>;
  /** Takes places for submissions that move into an inbox: all of them or none. */
  readonly take: (name: AccountMonth, submissions: number, limit: number) => Promise<TakeOutcome>;
  /** Adds to a counter, or gives back with negative amounts. False if the counter is missing: it is never made here. */
  readonly change: (change: CounterChange) => Promise<boolean>;
  /** Forgets the receipts of changes that nobody repeats any more. */
  readonly forget: (changes: readonly CounterChange[]) => Promise<void>;
}

const receiptMark = 'receipt:';

/** KEYS: the counter, the mark. ARGV: submissions, bytes, when it expires. */
const makeScript = `
if redis.call('HEXISTS', KEYS[1], 'submissions') == 1 then return 0 end
redis.call('HSET', KEYS[1], 'submissions', ARGV[1], 'bytes', ARGV[2], 'moves', 1)
redis.call('EXPIREAT', KEYS[1], ARGV[3])
local now = redis.call('TIME')
redis.call('SET', KEYS[2], now[1], 'NX')
return 1`;

/** KEYS: the counter. ARGV: moves, submissions, bytes. */
const correctScript = `
if redis.call('HGET', KEYS[1], 'moves') ~= ARGV[1] then return 0 end
redis.call('HSET', KEYS[1], 'submissions', ARGV[2], 'bytes', ARGV[3], 'compared', ARGV[1])
return 1`;

/** KEYS: the counter, the mark. ARGV: submissions, the limit, when the month began, when the counter expires. */
const takeScript = `${counterLua}
local submissions = readCounter(KEYS[1], KEYS[2], ARGV[3])
if not submissions then return 'uncounted' end
if submissions + ARGV[1] > tonumber(ARGV[2]) then return 'full' end
raiseCounter(KEYS[1], ARGV[1], 0, ARGV[4])
return 'taken'`;

/** KEYS: the counter. ARGV: the receipt's field, submissions, bytes, when the counter expires. */
const changeScript = `${counterLua}
if redis.call('HEXISTS', KEYS[1], 'submissions') == 0 then return 0 end
if redis.call('HSETNX', KEYS[1], ARGV[1], 1) == 1 then raiseCounter(KEYS[1], ARGV[2], ARGV[3], ARGV[4]) end
return 1`;

/** What counts is what `confirm` says to be safe, because a failover would lose an unconfirmed write. */
export function openCounters(
  redis: RedisConnection,
  keys: RedisKeys,
  confirm: () => Promise<void> = async () => undefined,
): Counters {
  const make = defineScript<number>(redis, 'inletMakeCounter', makeScript);
  const correct = defineScript<number>(redis, 'inletCorrectCounter', correctScript);
  const take = defineScript<TakeOutcome>(redis, 'inletTakePlaces', takeScript);
  const change = defineScript<number>(redis, 'inletChangeCounter', changeScript);
  const keyOf = ({ userId, month }: AccountMonth) => keys.counter(userId, month);

  return {
    read: async (names) => (await Promise.all(names.map((name) => redis.hgetall(keyOf(name))))).map(toCounter),
    make: async (name, { submissions, bytes }) => {
      const { expiresAt } = counterTimes(name.month);
      const isMade = (await make([keyOf(name), keys.countersSince], [submissions, bytes, expiresAt])) === 1;
      await confirm();
      return isMade;
    },
    correct: async (name, moves, { submissions, bytes }) =>
      (await correct([keyOf(name)], [moves, submissions, bytes])) === 1,
    take: async (name, submissions, limit) => {
      const { beganAt, expiresAt } = counterTimes(name.month);
      const outcome = await take([keyOf(name), keys.countersSince], [submissions, limit, beganAt, expiresAt]);
      if (outcome === 'taken') await confirm();
      return outcome;
    },
    change: async ({ receipt, submissions, bytes, ...name }) => {
      const values = [receiptMark + receipt, submissions, bytes, counterTimes(name.month).expiresAt];
      const isThere = (await change([keyOf(name)], values)) === 1;
      if (isThere) await confirm();
      return isThere;
    },
    forget: async (changes) => {
      await Promise.all(changes.map(({ receipt, ...name }) => redis.hdel(keyOf(name), receiptMark + receipt)));
    },
  };
}

function toCounter(fields: Readonly<Record<string, string>>): Counter | null {
  const { submissions, bytes, moves = 0, compared = 0 } = fields;
  if (submissions === undefined) return null;
  return {
    submissions: Number(submissions),
    bytes: Number(bytes),
    moves: Number(moves),
    hasMoved: Number(moves) !== Number(compared),
    receipts: Object.keys(fields).flatMap((field) =>
      field.startsWith(receiptMark) ? [field.slice(receiptMark.length)] : [],
    ),
  };
}
