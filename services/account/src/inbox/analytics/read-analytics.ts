import type { Analytics } from '@inlet/contracts/analytics';
import { formsSeen, type Seat } from '#access/seat.ts';
import {
  findFormIds,
  type HourCount,
  readDays,
  readHostedPage,
  readHours,
  readOrigins,
  readRefused,
  readSpam,
} from '#inbox/analytics/analytics.store.ts';
import { lastDays } from '#inbox/analytics/calendar.ts';
import type { Resources } from '#resources.ts';

type AnalyticsDeps = Pick<Resources, 'database' | 'openReads' | 'config'>;

interface Period {
  readonly days: number;
  readonly timeZone: string;
}

/** The submissions of forms in the last days, by day, hour, origin and outcome. */
export async function readAnalytics(
  { openReads, config }: AnalyticsDeps,
  formIds: readonly string[],
  { days: count, timeZone }: Period,
): Promise<Analytics> {
  const dates = lastDays(Date.now(), timeZone, 2 * count);
  const shown = dates.slice(count);
  const wanted = { formIds, from: shown.at(0) ?? '', to: shown.at(-1) ?? '', timeZone };
  const reads = openReads();
  const [received, hours, origins, hostedPage, spam, refused] = await Promise.all([
    readDays(reads, { ...wanted, from: dates.at(0) ?? '' }),
    readHours(reads, wanted),
    readOrigins(reads, wanted),
    readHostedPage(reads, wanted, new URL(config.PUBLIC_URL).origin),
    readSpam(reads, wanted),
    readRefused(reads, wanted),
  ]);
  const all = countDays(dates, received);
  const days = all.slice(count);
  const total = totalOf(days);
  return {
    timeZone,
    total,
    previousTotal: totalOf(all.slice(0, count)),
    days,
    origins: origins.map((entry) => ({ ...entry, origin: entry.origin === '' ? null : entry.origin })),
    hoursOfWeek: weekOf(hours),
    hostedPage,
    outcomes: { accepted: total, spam, refused },
  };
}

/** What all forms of an account received together. */
export async function readAccountAnalytics(deps: AnalyticsDeps, seat: Seat, period: Period): Promise<Analytics> {
  return readAnalytics(deps, await findSeen(deps, seat), period);
}

/** What all forms of an account received on each of the last days. */
export async function readAccountDays(deps: Pick<AnalyticsDeps, 'database'>, seat: Seat, period: Period) {
  const { pool } = deps.database;
  const dates = lastDays(Date.now(), period.timeZone, period.days);
  const [from = '', to = ''] = [dates.at(0), dates.at(-1)];
  const formIds = await findSeen(deps, seat);
  return countDays(dates, await readDays(pool, { formIds, from, to, timeZone: period.timeZone }));
}

function findSeen({ database }: Pick<AnalyticsDeps, 'database'>, { user, membership }: Seat): Promise<string[]> {
  return findFormIds(database.pool, user.id, formsSeen(membership));
}

/** Days without any submission are not in the database. */
function countDays(dates: readonly string[], received: Analytics['days']): Analytics['days'] {
  const countOf = new Map(received.map(({ date, count }) => [date, count]));
  return dates.map((date) => ({ date, count: countOf.get(date) ?? 0 }));
}

function totalOf(days: Analytics['days']): number {
  return days.reduce((sum, { count }) => sum + count, 0);
}

function weekOf(hours: readonly HourCount[]): number[][] {
  const week = Array.from({ length: 7 }, () => Array<number>(24).fill(0));
  for (const { weekday, hour, count } of hours) (week[weekday - 1] as number[])[hour] = count;
  return week;
}
