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
  /** Reserves for several accounts in one step that no other process comes between. */
  readonly reserve: (requests: readonly QuotaRequest[]) => Promise<QuotaGrant[]>;
  /** Tells Redis a count that it did not know; one that another process told first stays. */
  readonly load: (userId: string, month: string, count: number) => Promise<void>;
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
const unknown = 'unknown';

/**
 * KEYS: for each account its count, and the mark that says that counts which are absent are zero.
 * ARGV: the time to keep, then for each account how many are wanted and its limit.
 */
const reserveScript = `
local granted = {}
for i = 1, #KEYS, 2 do
  local used = redis.call('GET', KEYS[i])
  if not used and redis.call('EXISTS', KEYS[i + 1]) == 1 then used = '0' end
  if not used or used == '${unknown}' then
    granted[#granted + 1] = -1
  else
    local wanted, limit = tonumber(ARGV[i + 1]), tonumber(ARGV[i + 2])
    local fits = math.max(0, math.min(wanted, limit - tonumber(used)))
    if fits > 0 then
      redis.call('INCRBY', KEYS[i], fits)
      if used == '0' then redis.call('EXPIRE', KEYS[i], ARGV[1]) end
    end
    granted[#granted + 1] = fits
  end
end
return granted`;

const loadScript = `
local used = redis.call('GET', KEYS[1])
if not used or used == '${unknown}' then redis.call('SET', KEYS[1], ARGV[1], 'EX', ARGV[2]) end
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
  return {
    reserve: async (requests) => {
      const names = requests.flatMap(({ userId, month }) => [keys.usage(userId, month), keys.usageComplete(month)]);
      const values = requests.flatMap(({ wanted, limit }) => [wanted, limit]);
      const granted = await scripts.reserve(names, [keepSeconds, ...values]);
      return granted.map((count) => (count === -1 ? null : count));
    },
    load: async (userId, month, count) => {
      await scripts.load([keys.usage(userId, month)], [count, keepSeconds]);
    },
    forget: async (userId, month) => {
      await redis.set(keys.usage(userId, month), unknown, 'EX', keepSeconds);
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
  };
}
