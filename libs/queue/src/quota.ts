import { randomUUID } from 'node:crypto';
import type { RedisConnection } from '#connections.ts';
import type { RedisKeys } from '#keys.ts';

/** An account's month, of which a number of submissions is asked for. */
export interface QuotaRequest {
  readonly userId: string;
  readonly month: string;
  readonly wanted: number;
  readonly limit: number;
}

/** How many of those asked for fit, or null where Redis does not know the account's count. */
export type QuotaGrant = number | null;

export interface Quota {
  /**
   * Reserves for several accounts in one step that no other process comes between. Until it is settled, or the next one
   * is made, it is noted as what this process may take with it when it dies.
   */
  readonly reserve: (requests: readonly QuotaRequest[]) => Promise<QuotaGrant[]>;
  /** Says that what was reserved last is used. Nobody waits for it: what is lost of it is only counted anew. */
  readonly settle: () => void;
  /** Makes the counts unknown for which processes reserved that died before they could use it; answers how many. */
  readonly forgetLost: () => Promise<number>;
  /** Tells that a process has reserved something of an account's month that it may not have queued yet. */
  readonly isReserved: (userId: string, month: string) => Promise<boolean>;
  /**
   * Has a count that Redis does not know asked for and tells it, and answers whether Redis knows it now. One that
   * another process told first stays. An answer is too old to be believed when the count was made unknown once more
   * since the question: somebody may have reserved in between, which it does not contain.
   */
  readonly load: (userId: string, month: string, ask: () => Promise<number>) => Promise<boolean>;
  /** Makes a count unknown, so that it is taken from the database again. */
  readonly forget: (userId: string, month: string) => Promise<void>;
  /** Gives back what was reserved and not used; once for each receipt, however often it is asked. */
  readonly giveBack: (receipt: string, counts: readonly QuotaReturn[]) => Promise<void>;
}

export interface QuotaReturn {
  readonly userId: string;
  readonly month: string;
  readonly count: number;
}

/** A month's counts are needed until its last submissions are stored; two months leave room for any backlog. */
const keepSeconds = 62 * 86_400;
/** A job is not delivered again after this time. */
const receiptSeconds = 7 * 86_400;
/** What stands in the place of a count that is unknown, each time another one. */
const newUnknown = () => `unknown ${randomUUID()}`;
/** A batch is queued, or given up, in some four seconds; what is noted for longer belongs to a process that died. */
const lostAfterSeconds = 60;

/**
 * KEYS: the notes of what is reserved, then for each account its count, and the mark that says that counts which are
 * absent are zero. ARGV: the process, the time to keep, then for each account how many are wanted and its limit.
 */
const reserveScript = `
local granted = {}
local noted = {redis.call('TIME')[1]}
for i = 2, #KEYS, 2 do
  local used = redis.call('GET', KEYS[i])
  if not used and redis.call('EXISTS', KEYS[i + 1]) == 1 then used = '0' end
  local count = tonumber(used or '')
  if not count then
    granted[#granted + 1] = -1
  else
    local wanted, limit = tonumber(ARGV[i + 1]), tonumber(ARGV[i + 2])
    local fits = math.max(0, math.min(wanted, limit - count))
    if fits > 0 then
      redis.call('INCRBY', KEYS[i], fits)
      if used == '0' then redis.call('EXPIRE', KEYS[i], ARGV[2]) end
      noted[#noted + 1] = KEYS[i]
    end
    granted[#granted + 1] = fits
  end
end
if #noted > 1 then redis.call('HSET', KEYS[1], ARGV[1], table.concat(noted, ' ')) end
return granted`;

/** KEYS: the notes. ARGV: the age from which on a note's process is dead, what is unknown, and the time to keep it. */
const forgetLostScript = `
local forgotten = 0
local now = tonumber(redis.call('TIME')[1])
local notes = redis.call('HGETALL', KEYS[1])
for i = 1, #notes, 2 do
  local since, names = string.match(notes[i + 1], '^(%d+) (.*)$')
  if now - tonumber(since) >= tonumber(ARGV[1]) then
    for name in string.gmatch(names, '%S+') do
      redis.call('SET', name, ARGV[2], 'EX', ARGV[3])
      forgotten = forgotten + 1
    end
    redis.call('HDEL', KEYS[1], notes[i])
  end
end
return forgotten`;

/** KEYS: the count. ARGV: the count, the time to keep it, and what stood in its place when it was asked for. */
const loadScript = `
local used = redis.call('GET', KEYS[1]) or ''
if tonumber(used) then return 1 end
if used ~= ARGV[3] then return 0 end
redis.call('SET', KEYS[1], ARGV[1], 'EX', ARGV[2])
return 1`;

/** KEYS: the receipt, then each account's count. ARGV: the receipt's time, then what is given back. */
const giveBackScript = `
if not redis.call('SET', KEYS[1], '1', 'NX', 'EX', ARGV[1]) then return 0 end
for i = 2, #KEYS do
  local used = tonumber(redis.call('GET', KEYS[i]) or '')
  if used then redis.call('DECRBY', KEYS[i], math.min(used, tonumber(ARGV[i]))) end
end
return 1`;

/** The counts of what accounts have used of their month, in Redis; their truth is in the database. */
export function openQuota(redis: RedisConnection, keys: RedisKeys): Quota {
  const scripts = defineScripts(redis);
  const processName = randomUUID();
  return {
    reserve: async (requests) => {
      const names = requests.flatMap(({ userId, month }) => [keys.usage(userId, month), keys.usageComplete(month)]);
      const values = requests.flatMap(({ wanted, limit }) => [wanted, limit]);
      const granted = await scripts.reserve([keys.reserved, ...names], [processName, keepSeconds, ...values]);
      return granted.map((count) => (count === -1 ? null : count));
    },
    settle: () => {
      redis.hdel(keys.reserved, processName).catch(() => undefined);
    },
    isReserved: async (userId, month) => {
      const name = keys.usage(userId, month);
      return (await redis.hvals(keys.reserved)).some((note) => note.split(' ').includes(name));
    },
    forgetLost: () => scripts.forgetLost([keys.reserved], [lostAfterSeconds, newUnknown(), keepSeconds]),
    load: async (userId, month, ask) => {
      const name = keys.usage(userId, month);
      const insteadOfIt = (await redis.get(name)) ?? '';
      return (await scripts.load([name], [await ask(), keepSeconds, insteadOfIt])) === 1;
    },
    forget: async (userId, month) => {
      await redis.set(keys.usage(userId, month), newUnknown(), 'EX', keepSeconds);
    },
    giveBack: async (receipt, counts) => {
      const names = [keys.receipt(receipt), ...counts.map(({ userId, month }) => keys.usage(userId, month))];
      await scripts.giveBack(names, [receiptSeconds, ...counts.map(({ count }) => count)]);
    },
  };
}

type Script<Answer> = (keys: readonly string[], values: readonly (string | number)[]) => Promise<Answer>;

/** Scripts are sent once and called by their hash from then on. */
function defineScripts(redis: RedisConnection) {
  function define<Answer>(name: string, lua: string): Script<Answer> {
    redis.defineCommand(name, { lua });
    const call = Reflect.get(redis, name) as (...args: (string | number)[]) => Promise<Answer>;
    return (keys, values) => call.call(redis, keys.length, ...keys, ...values);
  }
  return {
    reserve: define<number[]>('inletReserve', reserveScript),
    load: define<number>('inletLoad', loadScript),
    giveBack: define<number>('inletGiveBack', giveBackScript),
    forgetLost: define<number>('inletForgetLost', forgetLostScript),
  };
}
