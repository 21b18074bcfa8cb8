import type { AccountMonth, Amounts, CounterName } from '@inlet/contracts/quotas';
import type { RedisConnection } from '#connections.ts';
import { counterKey, counterLua, pauseLua, timesOf } from '#counter-lua.ts';
import { defineScript } from '#define-script.ts';
import type { RedisKeys } from '#keys.ts';

/** The usage of an account's month, or the submissions of a form with a number, as Redis counts them. */
export interface Counter extends Amounts {
  /** Increases with every change, so that a correction never overwrites one. */
  readonly moves: number;
  /** True if it has changed since the last comparison with the database. */
  readonly hasMoved: boolean;
  /** Names of changes that PostgreSQL may not have yet. */
  readonly receipts: readonly string[];
}

/** A change with a receipt. The counter applies it once, even if several processes repeat it. */
export type CounterChange = CounterName & Amounts & { readonly receipt: string };

export type TakeOutcome = 'taken' | 'full' | 'uncounted';

/** Counters of accounts' months, and of forms with a number. The script that queues a batch also increments them. */
export interface Counters {
  /** Null for a counter that is missing or paused. */
  readonly read: (names: readonly CounterName[]) => Promise<(Counter | null)[]>;
  /** Creates a missing counter with both amounts; returns false if it exists or is paused. */
  readonly make: (name: CounterName, used: Amounts) => Promise<boolean>;
  /** Sets a counter that has not changed since; returns false if it has, or is paused. */
  readonly correct: (name: CounterName, moves: number, used: Amounts) => Promise<boolean>;
  /** Takes quota for submissions that move into an inbox: for all of them or for none. A paused counter is uncounted. */
  readonly take: (name: AccountMonth, submissions: number, limit: number) => Promise<TakeOutcome>;
  /**
   * Adds to a counter; negative amounts return quota. Returns false if the counter is missing or paused, and does not
   * create it.
   */
  readonly change: (change: CounterChange) => Promise<boolean>;
  /** Forgets the receipts of changes that are no longer repeated. */
  readonly forget: (changes: readonly CounterChange[]) => Promise<void>;
}

const receiptMark = 'receipt:';

/** KEYS: the counter, the mark. ARGV: submissions, bytes, when it expires. */
const makeScript = `${pauseLua}
if isPaused(redis.call('HGET', KEYS[1], 'paused')) then return 0 end
if redis.call('HEXISTS', KEYS[1], 'submissions') == 1 then return 0 end
redis.call('HSET', KEYS[1], 'submissions', ARGV[1], 'bytes', ARGV[2], 'moves', 1)
redis.call('EXPIREAT', KEYS[1], ARGV[3])
local now = redis.call('TIME')
redis.call('SET', KEYS[2], now[1], 'NX')
return 1`;

/** KEYS: the counter. ARGV: moves, submissions, bytes. */
const correctScript = `${pauseLua}
if isPaused(redis.call('HGET', KEYS[1], 'paused')) then return 0 end
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
if isPaused(redis.call('HGET', KEYS[1], 'paused')) then return 0 end
if redis.call('HEXISTS', KEYS[1], 'submissions') == 0 then return 0 end
if redis.call('HSETNX', KEYS[1], ARGV[1], 1) == 1 then raiseCounter(KEYS[1], ARGV[2], ARGV[3], ARGV[4]) end
return 1`;

/** Only confirmed writes count, because a failover would lose an unconfirmed one. */
export function openCounters(
  redis: RedisConnection,
  keys: RedisKeys,
  confirm: () => Promise<void> = async () => undefined,
): Counters {
  const make = defineScript<number>(redis, 'inletMakeCounter', makeScript);
  const correct = defineScript<number>(redis, 'inletCorrectCounter', correctScript);
  const take = defineScript<TakeOutcome>(redis, 'inletTakePlaces', takeScript);
  const change = defineScript<number>(redis, 'inletChangeCounter', changeScript);
  const keyOf = (name: CounterName) => counterKey(keys, name);

  return {
    read: async (names) => {
      const found = await Promise.all(names.map((name) => redis.hgetall(keyOf(name))));
      const nowMs = found.some(({ paused }) => paused !== undefined) ? await timeOf(redis) : 0;
      return found.map((fields) => (Number(fields.paused ?? 0) > nowMs ? null : toCounter(fields)));
    },
    make: async (name, { submissions, bytes }) => {
      const { expiresAt } = timesOf(name);
      const isMade = (await make([keyOf(name), keys.countersSince], [submissions, bytes, expiresAt])) === 1;
      await confirm();
      return isMade;
    },
    correct: async (name, moves, { submissions, bytes }) =>
      (await correct([keyOf(name)], [moves, submissions, bytes])) === 1,
    take: async (name, submissions, limit) => {
      const { beganAt, expiresAt } = timesOf(name);
      const outcome = await take([keyOf(name), keys.countersSince], [submissions, limit, beganAt, expiresAt]);
      if (outcome === 'taken') await confirm();
      return outcome;
    },
    change: async ({ receipt, submissions, bytes, ...name }) => {
      const values = [receiptMark + receipt, submissions, bytes, timesOf(name).expiresAt];
      const isThere = (await change([keyOf(name)], values)) === 1;
      if (isThere) await confirm();
      return isThere;
    },
    forget: async (changes) => {
      await Promise.all(changes.map(({ receipt, ...name }) => redis.hdel(keyOf(name), receiptMark + receipt)));
    },
  };
}

async function timeOf(redis: RedisConnection): Promise<number> {
  const [seconds, microseconds] = await redis.time();
  return Number(seconds) * 1_000 + Number(microseconds) / 1_000;
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
