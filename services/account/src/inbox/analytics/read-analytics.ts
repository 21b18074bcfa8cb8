import type { Analytics } from '@inlet/contracts/analytics';
import { findFormIds, type Received, readReceived } from '#inbox/analytics/analytics.store.ts';
import type { Resources } from '#resources.ts';

type AnalyticsDeps = Pick<Resources, 'database'>;

const dayMs = 86_400_000;

/** What some forms received in the last days, by day and by origin. */
export async function readAnalytics(
  { database }: AnalyticsDeps,
  formIds: readonly string[],
  days: number,
): Promise<Analytics> {
  const dates = lastDays(Date.now(), days);
  return presentAnalytics(dates, await readReceived(database.pool, formIds, dates.at(0) ?? '', dates.at(-1) ?? ''));
}

/** What all forms of an account received together. */
export async function readAccountAnalytics(deps: AnalyticsDeps, userId: string, days: number): Promise<Analytics> {
  return readAnalytics(deps, await findFormIds(deps.database.pool, userId), days);
}

/** The last days in UTC up to a moment's own, as `2026-11-22`. */
function lastDays(nowMs: number, count: number): string[] {
  return Array.from({ length: count }, (_, index) =>
    new Date(nowMs - (count - 1 - index) * dayMs).toISOString().slice(0, 10),
  );
}

function presentAnalytics(dates: readonly string[], { days, origins }: Received): Analytics {
  const countOf = new Map(days.map(({ date, count }) => [date, count]));
  return {
    total: days.reduce((sum, { count }) => sum + count, 0),
    days: dates.map((date) => ({ date, count: countOf.get(date) ?? 0 })),
    origins: origins.map(({ origin, count }) => ({ origin: origin === '' ? null : origin, count })),
  };
}
