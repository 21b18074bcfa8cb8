import * as z from 'zod';
import type { RedisConnection } from '#connections.ts';
import { defineScript } from '#define-script.ts';
import type { RedisKeys } from '#keys.ts';

const reservationSchema = z.object({ userId: z.string(), month: z.string(), count: z.int() });

/** A reservation in an account's month by a transaction of the database; the ticket names the transaction. */
export interface Reservation extends z.infer<typeof reservationSchema> {
  readonly ticket: string;
}

/** `short`: not all of it fits into the balance, but the database may have more of it. */
export type ReservationOutcome = 'reserved' | 'short' | 'full';

/** Reserves places for submissions that a transaction of the database moves into an inbox. */
export interface Reservations {
  /** Reserves the wanted number or nothing. */
  readonly reserve: (reservation: Reservation) => Promise<ReservationOutcome>;
  /** Keeps the places and drops the ticket: the transaction has committed. */
  readonly commit: (ticket: string) => Promise<void>;
  /** Returns the places, once: the transaction has rolled back. */
  readonly release: (reservation: Reservation) => Promise<void>;
  /** Reservations of transactions with an unknown outcome. */
  readonly list: () => Promise<Reservation[]>;
}

/** KEYS: the balances, the tickets. ARGV: wanted, ticket, places. */
const takeScript = `
local left, full = unpack(redis.call('HMGET', KEYS[1], 'submissions:left', 'submissions:full'))
local wanted = tonumber(ARGV[1])
if (tonumber(left or '') or 0) < wanted then return full == '1' and 'full' or 'short' end
redis.call('HINCRBY', KEYS[1], 'submissions:left', -wanted)
redis.call('HSET', KEYS[2], ARGV[2], ARGV[3])
return 'reserved'`;

/** KEYS: the balances, the tickets. ARGV: the ticket, how many. */
const releaseScript = `
if redis.call('HDEL', KEYS[2], ARGV[1]) == 0 then return 0 end
if redis.call('HEXISTS', KEYS[1], 'submissions:left') == 1 then
  redis.call('HINCRBY', KEYS[1], 'submissions:left', ARGV[2])
end
return 1`;

/**
 * Reserves places in the balances that ingest spends. A reservation counts only when `confirm` resolves, because a
 * failover would lose an unconfirmed write and the places would be spent twice.
 */
export function openReservations(
  redis: RedisConnection,
  keys: RedisKeys,
  confirm: () => Promise<void> = async () => undefined,
): Reservations {
  const take = defineScript<ReservationOutcome>(redis, 'inletTakePlaces', takeScript);
  const release = defineScript<number>(redis, 'inletReleasePlaces', releaseScript);
  return {
    reserve: async ({ ticket, ...reservation }) => {
      const names = [keys.balance(reservation.userId, reservation.month), keys.reservations];
      const outcome = await take(names, [reservation.count, ticket, JSON.stringify(reservation)]);
      if (outcome === 'reserved') await confirm();
      return outcome;
    },
    commit: async (ticket) => {
      await redis.hdel(keys.reservations, ticket);
    },
    release: async ({ ticket, userId, month, count }) => {
      await release([keys.balance(userId, month), keys.reservations], [ticket, count]);
    },
    list: async () => {
      const entries = Object.entries(await redis.hgetall(keys.reservations));
      return entries.map(([ticket, text]) => ({ ticket, ...reservationSchema.parse(JSON.parse(text)) }));
    },
  };
}
