import type { User } from '@inlet/db/client';
import type { RunSql } from '@inlet/db/run-sql';
import { openReservations } from '@inlet/redis/quota-reservations';
import { unavailable } from '@inlet/service/http-error';
import { submissionLimitOfInstallation, submissionLimitReached } from '#errors.ts';
import { answerOfRedis } from '#forms/quotas/answer-of-redis.ts';
import type { GrantQuota } from '#forms/quotas/grant-quota.ts';
import { countPlaces, holdCount } from '#forms/usage/usage.store.ts';
import type { Resources } from '#resources.ts';

/** Redis has too little of the account's quota; more of it has to be granted first. */
export class BalanceShort extends Error {
  override readonly name = 'BalanceShort';
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
  /** Comes first in the transaction: until its end nobody counts in the database what the account has spent. */
  readonly hold: (run: RunSql, userId: string) => Promise<void>;
  /** Takes all that is wanted, in Redis and then in the transaction, or throws what is to be answered. */
  readonly take: (run: RunSql, places: WantedReservation) => Promise<void>;
  /** The transaction is committed. Where Redis is away now, `settleReservations` finds out later. */
  readonly keep: (ticket: string) => Promise<void>;
  readonly grant: (userId: string, month: string, wanted: number) => Promise<void>;
}

export type ReservationDeps = Pick<Resources, 'redis' | 'redisWatch' | 'keys' | 'plans' | 'logger'> & {
  readonly grantQuota: GrantQuota;
};

/**
 * Redis counts before the database commits, so a crash in between can only count too much. The ticket of the places is
 * the number of the transaction: what became of it is known to the database, and `settleReservations` asks.
 */
export function createQuotaReservations({
  redis,
  redisWatch,
  keys,
  plans,
  logger,
  grantQuota,
}: ReservationDeps): QuotaReservations {
  const reservations = openReservations(redis, keys, redisWatch.confirm);

  function giveUp(err: unknown): never {
    logger.warn({ err }, 'quota: balance unavailable');
    throw unavailable();
  }

  return {
    hold: holdCount,
    take: async (run, { user, month, wanted, ticket }) => {
      const limit = plans.limitsOf(user.plan).submissionsPerMonth;
      const reservation = { userId: user.id, month, count: wanted, ticket };
      const outcome = await answerOfRedis(reservations.reserve(reservation)).catch(giveUp);
      if (outcome === 'short') throw new BalanceShort();
      if (outcome === 'full')
        throw plans.areSold ? submissionLimitReached(limit) : submissionLimitOfInstallation(limit);
      await countPlaces(run, user.id, month, wanted);
    },
    keep: (ticket) => reservations.commit(ticket).catch(() => undefined),
    grant: (userId, month, wanted) => grantQuota(userId, month, { submissions: wanted, bytes: 0 }).catch(giveUp),
  };
}
