import type { CountersNeed, QuotaNeed } from '@inlet/contracts/quotas';
import type { RedisConnection } from '@inlet/redis/connections';
import { findPlan } from '#plan/counters/counters.store.ts';
import type { FormCounters } from '#plan/counters/form-counters.ts';
import { openLeases } from '#plan/counters/leases.ts';
import type { MonthCounters } from '#plan/counters/month-counters.ts';
import type { Resources } from '#resources.ts';

export type ServeDeps = Pick<Resources, 'database' | 'redis' | 'keys' | 'plans'> & {
  readonly monthCounters: MonthCounters;
  readonly formCounters: FormCounters;
};

/** A counter that refused a visitor is compared with the database once in this time. */
const comparedSeconds = 3_600;

/** Counts months and forms for ingest, which cannot count them itself. */
export async function serveCounters(deps: ServeDeps, { accounts, forms = [], isRefused }: CountersNeed): Promise<void> {
  const { monthCounters, formCounters } = deps;
  await monthCounters.make(accounts);
  await formCounters.make(forms);
  if (!isRefused) return;

  async function compare(redis: RedisConnection, key: string, correct: () => Promise<void>): Promise<void> {
    const isFirst = await redis.set(key, '1', 'EX', comparedSeconds, 'NX');
    if (isFirst === null) return;
    await correct().catch(async (error: unknown) => {
      await redis.del(key);
      throw error;
    });
  }
  for (const name of accounts) {
    const lane = await monthCounters.laneOf(name);
    if (!lane) continue;
    const key = lane.keys.counterCompared(name.userId, name.month);
    await compare(lane.redis, key, () => monthCounters.correct([name]));
  }
  for (const name of forms) {
    const lane = await formCounters.laneOf(name);
    if (!lane) continue;
    const key = lane.keys.formCounterCompared(name.formId, name.version);
    await compare(lane.redis, key, () => formCounters.correct([name]));
  }
}

/** Lends ingest of the previous release some of an account's month. */
export async function lendQuota(
  { database, redis, keys, plans, monthCounters }: ServeDeps,
  { userId, month, wanted }: QuotaNeed,
): Promise<void> {
  const user = await findPlan(database.pool, userId);
  if (!user) return;
  const { submissionsPerMonth, bytesPerMonth } = plans.limitsOf(user.plan);
  await monthCounters.make([{ userId, month }]);
  const limits = { submissions: submissionsPerMonth, bytes: bytesPerMonth };
  const { lend } = openLeases(redis, keys);
  if (await lend({ userId, month }, wanted, limits)) return;
  await monthCounters.correct([{ userId, month }]);
  await lend({ userId, month }, wanted, limits);
}
