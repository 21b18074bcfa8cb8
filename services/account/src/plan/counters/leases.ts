import type { AccountMonth, Amounts } from '@inlet/contracts/quotas';
import type { RedisConnection } from '@inlet/redis/connections';
import { counterLua, counterTimes } from '@inlet/redis/counter-lua';
import { defineScript } from '@inlet/redis/define-script';
import type { RedisKeys } from '@inlet/redis/keys';

/**
 * Ingest of the previous release uses balances in Redis. During an update, account lends it quota of the counter, so
 * that no visitor is refused. The next release can remove this.
 */
export interface Leases {
  /** Takes back unused quota. It must come before the used quota is counted. */
  readonly end: (names: readonly AccountMonth[]) => Promise<void>;
  /**
   * False if an account process of that release, running beside this one, has started a lease: its usage must be
   * counted.
   */
  readonly lend: (name: AccountMonth, wanted: Amounts, limits: Amounts) => Promise<boolean>;
  /** Accounts of a month with such a lease. */
  readonly findOthers: (month: string) => Promise<AccountMonth[]>;
}

/** The most submissions that one call lends. */
const submissionsMax = 100;
const bytesLeast = 1_000_000;
const keysAtOnce = 1_000;

/** KEYS: the balance. Its lease gets a new number, so that no earlier grant arrives late. */
const endScript = `
for _, resource in ipairs({'submissions', 'bytes'}) do
  if redis.call('HEXISTS', KEYS[1], resource .. ':left') == 1 then
    redis.call('HSET', KEYS[1], resource .. ':left', 0, resource .. ':full', 0)
    redis.call('HSET', KEYS[1], resource .. ':ended', redis.call('HINCRBY', KEYS[1], resource .. ':lease', 1))
  end
end`;

/**
 * KEYS: the counter, the balance. ARGV: when they expire; for submissions and bytes each the requested amount, the most
 * that is lent, and the plan's limit.
 */
const lendScript = `${counterLua}
local used = redis.call('HMGET', KEYS[1], 'submissions', 'bytes')
if not used[1] then return 0 end
for _, resource in ipairs({'submissions', 'bytes'}) do
  local lease = redis.call('HMGET', KEYS[2], resource .. ':lease', resource .. ':ended')
  if lease[1] ~= lease[2] then return 0 end
end
local lent = {}
for n, resource in ipairs({'submissions', 'bytes'}) do
  local wanted, most, limit = tonumber(ARGV[3 * n - 1]), tonumber(ARGV[3 * n]), tonumber(ARGV[3 * n + 1])
  local left = tonumber(redis.call('HGET', KEYS[2], resource .. ':left') or '0')
  local room = math.max(0, limit - used[n])
  lent[n] = math.min(room, most, math.max(0, math.max(wanted, most) - left))
  redis.call('HINCRBY', KEYS[2], resource .. ':left', lent[n])
  redis.call('HINCRBY', KEYS[2], resource .. ':given', lent[n])
  if redis.call('HSETNX', KEYS[2], resource .. ':lease', 1) == 1 then redis.call('HSET', KEYS[2], resource .. ':ended', 1) end
  redis.call('HSET', KEYS[2], resource .. ':low', 0, resource .. ':full', lent[n] == room and 1 or 0)
end
raiseCounter(KEYS[1], lent[1], lent[2], ARGV[1])
redis.call('EXPIREAT', KEYS[2], ARGV[1])
return 1`;

export function openLeases(redis: RedisConnection, keys: RedisKeys): Leases {
  const end = defineScript<null>(redis, 'inletEndLease', endScript);
  const lend = defineScript<number>(redis, 'inletLend', lendScript);
  return {
    end: async (names) => {
      await Promise.all(names.map(({ userId, month }) => end([keys.balance(userId, month)], [])));
    },
    lend: async ({ userId, month }, wanted, limits) => {
      const isLent = await lend(
        [keys.counter(userId, month), keys.balance(userId, month)],
        [
          counterTimes(month).expiresAt,
          ...[wanted.submissions, submissionsMax, limits.submissions],
          ...[wanted.bytes, Math.max(wanted.bytes, bytesLeast), limits.bytes],
        ],
      );
      return isLent === 1;
    },
    findOthers: async (month) => {
      const start = keys.balance('', month);
      const found: AccountMonth[] = [];
      let cursor = '0';
      do {
        const [next, names] = await redis.scan(cursor, 'MATCH', `${start}*`, 'COUNT', keysAtOnce);
        const fields = ['submissions:lease', 'submissions:ended', 'bytes:lease', 'bytes:ended'];
        const leases = await Promise.all(names.map((name) => redis.hmget(name, ...fields)));
        for (const [index, [lease, ended, ofBytes, endedOfBytes]] of leases.entries()) {
          const isOther = lease !== ended || ofBytes !== endedOfBytes;
          if (isOther) found.push({ userId: (names[index] ?? '').slice(start.length), month });
        }
        cursor = next;
      } while (cursor !== '0');
      return found;
    },
  };
}
