import type { Amounts, QuotaResource } from '@inlet/contracts/quotas';
import type { RedisConnection } from '#connections.ts';
import { defineScript } from '#define-script.ts';
import type { RedisKeys } from '#keys.ts';

/** An account's quota of one resource in a month. */
export interface QuotaName {
  readonly userId: string;
  readonly month: string;
  readonly resource: QuotaResource;
}

/** What Redis may spend: `left` of all that was `given` to it since the lease began. */
export interface Balance {
  readonly lease: number;
  readonly given: number;
  readonly left: number;
}

export interface Grant {
  readonly lease: number;
  /** All that the lease has been given, so that a grant that comes twice or late gives nothing twice. */
  readonly given: number;
  /** When less is left, more is asked for ahead. */
  readonly low: number;
  /** The database has no more of it. */
  readonly isFull: boolean;
}

/** What a job took at ingest and does not need. */
export interface QuotaRefund extends Amounts {
  readonly userId: string;
  readonly month: string;
}

/** Balances of accounts in Redis. The database grants them, so that Redis never spends what it was not given. */
export interface Balances {
  readonly read: (name: QuotaName) => Promise<Balance | null>;
  /**
   * Begins a lease with an empty balance, if the present one is still the `expected`, and answers what was there.
   * Throws if it is another one: a command that Redis executes late must not end a later lease.
   */
  readonly open: (name: QuotaName, expected: number | null, lease: number) => Promise<Balance | null>;
  /** Adds what the lease does not have yet. Does nothing if another lease has begun. */
  readonly apply: (name: QuotaName, grant: Grant) => Promise<void>;
  /** Returns what a job does not need to the balances; once for each receipt, however often it is called. */
  readonly refund: (receipt: string, refunds: readonly QuotaRefund[]) => Promise<void>;
}

/** A month's balances are needed until its last submissions are stored; two months leave room for any backlog. */
const keptSeconds = 62 * 86_400;
/** A job is not delivered again after this time. */
const receiptSeconds = 7 * 86_400;

const readLua = `
local function read(key, resource)
  local values = redis.call('HMGET', key, resource .. ':lease', resource .. ':given', resource .. ':left')
  return values[1] or '', values[2] or '0', values[3] or '0'
end`;

/**
 * KEYS: the balances, then the count and the mark of the release before, which is to ask anew. ARGV: resource, the
 * expected lease, the new one, time to keep.
 */
const openScript = `${readLua}
local lease, given, left = read(KEYS[1], ARGV[1])
if lease ~= ARGV[2] then return {lease, given, left, 0} end
redis.call('HSET', KEYS[1], ARGV[1] .. ':lease', ARGV[3], ARGV[1] .. ':given', 0, ARGV[1] .. ':left', 0,
  ARGV[1] .. ':low', 0, ARGV[1] .. ':full', 0)
redis.call('EXPIRE', KEYS[1], ARGV[4])
redis.call('DEL', KEYS[2], KEYS[3])
return {lease, given, left, 1}`;

/** KEYS: the balances. ARGV: resource, lease, given, low, full. An older grant says nothing that is still true. */
const applyScript = `${readLua}
local lease, given = read(KEYS[1], ARGV[1])
local more = tonumber(ARGV[3]) - tonumber(given)
if lease ~= ARGV[2] or more < 0 then return 0 end
redis.call('HINCRBY', KEYS[1], ARGV[1] .. ':left', more)
redis.call('HSET', KEYS[1], ARGV[1] .. ':given', ARGV[3], ARGV[1] .. ':low', ARGV[4], ARGV[1] .. ':full', ARGV[5])
return 1`;

/**
 * KEYS: the receipt, then each account's balances. ARGV: the receipt's time, then submissions and bytes of each. What
 * was taken from an earlier lease counts as spent in this one, so it comes back here, even beyond all that was given.
 */
const refundScript = `
if not redis.call('SET', KEYS[1], '1', 'NX', 'EX', ARGV[1]) then return 0 end
for i = 2, #KEYS do
  for n, resource in ipairs({'submissions', 'bytes'}) do
    local count = tonumber(ARGV[2 * i - 3 + n])
    if count > 0 and redis.call('HEXISTS', KEYS[i], resource .. ':left') == 1 then
      redis.call('HINCRBY', KEYS[i], resource .. ':left', count)
    end
  end
end
return 1`;

export function openBalances(redis: RedisConnection, keys: RedisKeys): Balances {
  const open = defineScript<(string | number)[]>(redis, 'inletOpenLease', openScript);
  const apply = defineScript<number>(redis, 'inletApplyGrant', applyScript);
  const refund = defineScript<number>(redis, 'inletRefund', refundScript);

  return {
    read: async ({ userId, month, resource }) => {
      const fields = ['lease', 'given', 'left'].map((field) => `${resource}:${field}`);
      const [lease, given, left] = await redis.hmget(keys.balance(userId, month), ...fields);
      return toBalance(lease ?? '', given ?? 0, left ?? 0);
    },
    open: async ({ userId, month, resource }, expected, lease) => {
      const names = [keys.balance(userId, month), keys.usage(userId, month), keys.usageComplete(month)];
      const [before = '', given = 0, left = 0, isOpen] = await open(names, [
        resource,
        expected ?? '',
        lease,
        keptSeconds,
      ]);
      if (isOpen !== 1) throw new Error(`The lease ${expected} of a quota is over`);
      return toBalance(before, given, left);
    },
    apply: async ({ userId, month, resource }, { lease, given, low, isFull }) => {
      await apply([keys.balance(userId, month)], [resource, lease, given, low, isFull ? 1 : 0]);
    },
    refund: async (receipt, refunds) => {
      const names = [keys.receipt(receipt), ...refunds.map(({ userId, month }) => keys.balance(userId, month))];
      await refund(names, [receiptSeconds, ...refunds.flatMap(({ submissions, bytes }) => [submissions, bytes])]);
    },
  };
}

function toBalance(lease: string | number, given: string | number, left: string | number): Balance | null {
  return lease === '' ? null : { lease: Number(lease), given: Number(given), left: Number(left) };
}
