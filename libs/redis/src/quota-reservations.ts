import * as z from 'zod';
import type { RedisConnection } from '#connections.ts';
import { defineScript } from '#define-script.ts';
import type { RedisKeys } from '#keys.ts';
import { countsKeptSeconds, type QuotaRequest, type QuotaRoom } from '#quota.ts';

const reservationSchema = z.object({ userId: z.string(), month: z.string(), count: z.int() });

/** A reservation in an account's month by a transaction of the database; the ticket names the transaction. */
export interface Reservation extends z.infer<typeof reservationSchema> {
  readonly ticket: string;
}

/** Reserves quota for submissions that a transaction of the database moves into an inbox. */
export interface Reservations {
  /** Reserves the wanted number or nothing; resolves to the number that fits, or to null where Redis has no count. */
  readonly reserve: (request: QuotaRequest, ticket: string) => Promise<QuotaRoom>;
  /** Keeps the quota used and drops the ticket: the transaction has committed. */
  readonly commit: (ticket: string) => Promise<void>;
  /** Returns the quota, once: the transaction has rolled back. */
  readonly release: (reservation: Reservation) => Promise<void>;
  /** Reservations of transactions with an unknown outcome. */
  readonly list: () => Promise<Reservation[]>;
}

/** KEYS: the count, the mark that an absent one is zero, the tickets. ARGV: wanted, limit, time to keep, ticket, places. */
const takeScript = `
local used = redis.call('GET', KEYS[1])
if not used and redis.call('EXISTS', KEYS[2]) == 1 then used = '0' end
local count = tonumber(used or '')
if not count then return -1 end
local wanted = tonumber(ARGV[1])
local room = math.max(0, tonumber(ARGV[2]) - count)
if room < wanted then return room end
if redis.call('INCRBY', KEYS[1], wanted) == wanted then redis.call('EXPIRE', KEYS[1], ARGV[3]) end
redis.call('HSET', KEYS[3], ARGV[4], ARGV[5])
return wanted`;

/** KEYS: the count, the tickets. ARGV: the ticket, how many. */
const releaseScript = `
if redis.call('HDEL', KEYS[2], ARGV[1]) == 0 then return 0 end
local used = tonumber(redis.call('GET', KEYS[1]) or '')
if used then redis.call('DECRBY', KEYS[1], math.min(used, tonumber(ARGV[2]))) end
return 1`;

/**
 * Reserves quota in the counts that ingest uses. A reservation counts only when `confirm` resolves, because a
 * failover would lose an unconfirmed write and the quota would be spent twice.
 */
export function openReservations(
  redis: RedisConnection,
  keys: RedisKeys,
  confirm: () => Promise<void> = async () => undefined,
): Reservations {
  const take = defineScript<number>(redis, 'inletTakePlaces', takeScript);
  const release = defineScript<number>(redis, 'inletReleasePlaces', releaseScript);
  return {
    reserve: async ({ userId, month, wanted, limit }, ticket) => {
      const places = JSON.stringify({ userId, month, count: wanted });
      const names = [keys.usage(userId, month), keys.usageComplete(month), keys.reservations];
      const room = await take(names, [wanted, limit, countsKeptSeconds, ticket, places]);
      if (room === wanted) await confirm();
      return room === -1 ? null : room;
    },
    commit: async (ticket) => {
      await redis.hdel(keys.reservations, ticket);
    },
    release: async ({ ticket, userId, month, count }) => {
      await release([keys.usage(userId, month), keys.reservations], [ticket, count]);
    },
    list: async () => {
      const entries = Object.entries(await redis.hgetall(keys.reservations));
      return entries.map(([ticket, text]) => ({ ticket, ...reservationSchema.parse(JSON.parse(text)) }));
    },
  };
}
