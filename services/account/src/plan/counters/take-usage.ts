import type { User } from '@inlet/db/client';
import type { RunSql } from '@inlet/db/run-sql';
import { unavailable } from '@inlet/http/errors';
import { openCounters } from '@inlet/redis/counters';
import { submissionLimitOfInstallation, submissionLimitReached } from '#errors.ts';
import { answerOfRedis } from '#plan/counters/answer-of-redis.ts';
import { laneNumbered } from '#plan/counters/by-lane.ts';
import { findLane } from '#plan/counters/counters.store.ts';
import type { MonthCounters } from '#plan/counters/month-counters.ts';
import { countUsage, holdCount, lockCounts } from '#plan/usage/usage.store.ts';
import type { Resources } from '#resources.ts';

/** Redis has no counter of the account's month; account must create it first. */
export class Uncounted extends Error {
  override readonly name = 'Uncounted';
}

export type TakeUsageDeps = Pick<Resources, 'lanes' | 'plans' | 'logger'> & {
  readonly monthCounters: MonthCounters;
};

export interface WantedUsage {
  readonly user: User;
  readonly month: string;
  readonly wanted: number;
}

/**
 * Comes first in the transaction: until its end, the account's usage is not counted from the database, and the account
 * stays in its lane.
 */
export function holdUsage(run: RunSql, user: User): Promise<void> {
  return holdCount(run, user.id);
}

/** The opposite: waits for those transactions, and keeps others from taking or counting usage until the end of this one. */
export function blockUsage(run: RunSql, userId: string): Promise<void> {
  return lockCounts(run, [userId]);
}

/**
 * Takes quota for submissions that a transaction moves to an inbox, in Redis and then in the transaction, or throws the
 * refusal. Redis counts before the database commits, so a crash in between counts too much until the counter is
 * compared with the database.
 */
export async function takeUsage(
  { lanes, plans, logger }: TakeUsageDeps,
  run: RunSql,
  { user, month, wanted }: WantedUsage,
): Promise<void> {
  // A row of an account that is gone takes nothing.
  const number = lanes.length === 1 ? 0 : ((await findLane(run, user.id)) ?? 0);
  const { redis, keys, watch } = laneNumbered(lanes, number);
  const counters = openCounters(redis, keys, watch.confirm);
  const limit = plans.limitsOf(user.plan).submissionsPerMonth;
  const outcome = await answerOfRedis(counters.take({ userId: user.id, month }, wanted, limit)).catch((err) => {
    logger.warn({ err }, 'quota: counter unavailable');
    throw unavailable();
  });
  if (outcome === 'uncounted') throw new Uncounted();
  if (outcome === 'full') throw plans.areSold ? submissionLimitReached(limit) : submissionLimitOfInstallation(limit);
  await countUsage(run, user.id, month, wanted);
}
