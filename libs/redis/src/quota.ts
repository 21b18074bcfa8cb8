import type { RedisConnection } from '#connections.ts';
import { defineScript } from '#define-script.ts';
import type { RedisKeys } from '#keys.ts';

/** An account's month, in which a number of submissions wants a place. */
export interface QuotaRequest {
  readonly userId: string;
  readonly month: string;
  readonly wanted: number;
  readonly limit: number;
}

/** How many of those wanted fit, or null where Redis does not know the account's count. */
export type QuotaRoom = number | null;

export interface Quota {
  /**
   * Sets a count that Redis does not have. A count that another process has set stays, because it may have
   * changed since. While a count is missing, no submission that it would include is queued.
   */
  readonly load: (userId: string, month: string, count: number) => Promise<void>;
  /** Decrements the counts by the repeats of a job; once for each receipt, however often it is called. */
  readonly refund: (receipt: string, counts: readonly QuotaRefund[]) => Promise<void>;
}

export interface QuotaRefund {
  readonly userId: string;
  readonly month: string;
  readonly count: number;
}

/** A month's counts are needed until its last submissions are stored; two months leave room for any backlog. */
export const countsKeptSeconds = 62 * 86_400;
/** A job is not delivered again after this time. */
const receiptSeconds = 7 * 86_400;

/** KEYS: the count. ARGV: its value, and the time to keep it. */
const loadScript = `
if tonumber(redis.call('GET', KEYS[1]) or '') then return 0 end
redis.call('SET', KEYS[1], ARGV[1], 'EX', ARGV[2])
return 1`;

/** KEYS: the receipt, then each account's count. ARGV: the receipt's time, then what is given back. */
const refundScript = `
if not redis.call('SET', KEYS[1], '1', 'NX', 'EX', ARGV[1]) then return 0 end
for i = 2, #KEYS do
  local used = tonumber(redis.call('GET', KEYS[i]) or '')
  if used then redis.call('DECRBY', KEYS[i], math.min(used, tonumber(ARGV[i]))) end
end
return 1`;

/** The counts of what accounts have used of their month, in Redis; their truth is in the database. */
export function openQuota(redis: RedisConnection, keys: RedisKeys): Quota {
  const load = defineScript<number>(redis, 'inletLoad', loadScript);
  const refund = defineScript<number>(redis, 'inletRefund', refundScript);
  return {
    load: async (userId, month, count) => {
      await load([keys.usage(userId, month)], [count, countsKeptSeconds]);
    },
    refund: async (receipt, counts) => {
      const names = [keys.receipt(receipt), ...counts.map(({ userId, month }) => keys.usage(userId, month))];
      await refund(names, [receiptSeconds, ...counts.map(({ count }) => count)]);
    },
  };
}
