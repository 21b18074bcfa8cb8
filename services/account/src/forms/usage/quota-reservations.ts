import type { User } from '@inlet/db/client';
import type { RunSql } from '@inlet/db/run-sql';
import { openQuota } from '@inlet/redis/quota';
import { openReservations } from '@inlet/redis/quota-reservations';
import { unavailable } from '@inlet/service/http-error';
import { submissionLimitOfInstallation, submissionLimitReached } from '#errors.ts';
import { readUsed } from '#forms/usage/read-used.ts';
import { countPlaces, holdCount } from '#forms/usage/usage.store.ts';
import type { Resources } from '#resources.ts';

/** Redis does not know what the account has used of the month; it has to be loaded first. */
export class CountUnknown extends Error {
  override readonly name = 'CountUnknown';
}

export interface WantedReservation {
  readonly user: User;
  readonly month: string;
  readonly wanted: number;
  /** The number of the transaction. */
  readonly ticket: string;
}

/** Places in an account's month for what a transaction moves into an inbox. */
export interface QuotaReservations {
  /** Comes first in the transaction: until its end nobody reads the account's count from the database. */
  readonly hold: (run: RunSql, userId: string) => Promise<void>;
  /** Takes all that is wanted, in Redis and then in the transaction, or throws what is to be answered. */
  readonly take: (run: RunSql, places: WantedReservation) => Promise<void>;
  /** The transaction is committed. Where Redis is away now, `settleReservations` finds out later. */
  readonly keep: (ticket: string) => Promise<void>;
  readonly load: (userId: string, month: string) => Promise<void>;
}

export type ReservationDeps = Pick<Resources, 'database' | 'redis' | 'redisWatch' | 'keys' | 'plans' | 'logger'>;

/**
 * Redis counts before the database commits, so a crash in between can only count too much. The ticket of the places is
 * the number of the transaction: what became of it is known to the database, and `settleReservations` asks.
 */
export function createQuotaReservations({
  database,
  redis,
  redisWatch,
  keys,
  plans,
  logger,
}: ReservationDeps): QuotaReservations {
  const reservations = openReservations(redis, keys, redisWatch.confirm);
  const quota = openQuota(redis, keys);

  function giveUp(err: unknown): never {
    logger.warn({ err }, 'quota: monthly count unavailable');
    throw unavailable();
  }

  return {
    hold: holdCount,
    take: async (run, { user, month, wanted, ticket }) => {
      const limit = plans.limitsOf(user.plan).submissionsPerMonth;
      const room = await reservations.reserve({ userId: user.id, month, wanted, limit }, ticket).catch(giveUp);
      if (room === null) throw new CountUnknown();
      if (room < wanted) throw plans.areSold ? submissionLimitReached(limit) : submissionLimitOfInstallation(limit);
      await countPlaces(run, user.id, month, wanted);
    },
    keep: (ticket) => reservations.commit(ticket).catch(() => undefined),
    load: async (userId, month) => {
      const used = await readUsed({ database, redis, keys }, userId, month).catch(giveUp);
      await quota.load(userId, month, used).catch(giveUp);
    },
  };
}
