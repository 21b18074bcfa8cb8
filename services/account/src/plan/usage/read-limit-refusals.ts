import type { RefusedByLimit } from '@inlet/contracts/usage';
import { withinTime } from '@inlet/process/in-time';
import { type LimitRefusals, readLimitRefusals as readRecent } from '@inlet/redis/refusals';
import { findLimitRefusals } from '#plan/usage/usage.store.ts';
import type { Resources } from '#resources.ts';

export type LimitRefusalDeps = Pick<Resources, 'database' | 'redis' | 'keys' | 'logger'>;

/** After this time the page shows older numbers instead of waiting for Redis. */
const redisTimeoutMs = 500;

/**
 * Refusals by the current month's limits at an account's forms; null if there are none. Redis counts at once, and the
 * database has the earlier days. Without Redis, the numbers are up to a minute old.
 */
export async function readLimitRefusals(
  { database, redis, keys, logger }: LimitRefusalDeps,
  userId: string,
  month: string,
): Promise<RefusedByLimit | null> {
  const kept = Map.groupBy(await findLimitRefusals(database.pool, userId, month), ({ formId }) => formId);
  const recent = await withinTime(readRecent(redis, keys, [...kept.keys()]), redisTimeoutMs, 'Redis is slow').catch(
    (err: unknown) => {
      logger.warn({ err }, 'usage: refusals cannot be read');
      return [];
    },
  );
  const recentOf = new Map(recent.map((form) => [form.formId, form]));
  const refusing = [...kept].flatMap(([formId, rows]) => {
    const days = new Map(rows.flatMap(({ day, count }) => (day && count ? [[day, count] as const] : [])));
    const { count, since } = join(days, recentOf.get(formId));
    return count > 0 && since !== undefined ? [{ formId, count, since }] : [];
  });
  const [since] = refusing.map((form) => form.since).toSorted();
  if (since === undefined) return null;
  const forms = refusing.map(({ formId, count }) => ({ formId, count }));
  return { count: forms.reduce((sum, form) => sum + form.count, 0), since, forms };
}

/** Either may be behind: the database until its next copy, and Redis after losing its data. */
function join(kept: ReadonlyMap<string, number>, recent: LimitRefusals | undefined) {
  const days = new Map(kept);
  for (const [day, count] of recent?.days ?? []) if (count > 0) days.set(day, Math.max(count, kept.get(day) ?? 0));
  const firstDay = [...days.keys()].toSorted()[0];
  const began = recent?.began;
  return {
    count: [...days.values()].reduce((sum, count) => sum + count, 0),
    since: firstDay && (began?.startsWith(firstDay) ? began : `${firstDay}T00:00:00.000Z`),
  };
}
