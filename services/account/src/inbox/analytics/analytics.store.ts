import type { Queryable } from '@inlet/db/cancellable';

export interface DayCount {
  readonly date: string;
  readonly count: number;
}
/** An empty origin means that there was none. */
export interface OriginCount {
  readonly origin: string;
  readonly count: number;
}
/** Days of the week count from 1 for Monday, as in ISO 8601. */
export interface HourCount {
  readonly weekday: number;
  readonly hour: number;
  readonly count: number;
}
export interface ReasonCount {
  readonly reason: string;
  readonly count: number;
}

export interface PageCounts {
  readonly views: number;
  readonly submissions: number;
}

/** Some forms in a range of days, both included, in a time zone. */
export interface Wanted {
  readonly formIds: readonly string[];
  readonly from: string;
  readonly to: string;
  readonly timeZone: string;
}

/** A website has one or two origins; a form that is open to all may see thousands. */
const originsMax = 100;

/**
 * What forms received in each hour, as the clock of the time zone `$4` shows it. The counters are of half hours in UTC:
 * where a zone is 15 or 45 minutes off, those of a quarter of an hour count for the hour before. The previous release
 * counted hours, and their second halves apart.
 */
const hourlySql = `
hourly as (
  select (day + half * interval '30 minutes') at time zone 'UTC' at time zone $4 as local, count
  from daily_form_counters, generate_series(0, 47) as half,
    least(hours[half / 2 + 1], coalesce(late_hours[half / 2 + 1], 0)) as late,
    lateral (
      select half_hours[half + 1] + case half % 2 when 0 then hours[half / 2 + 1] - late else late end as count
    ) as counted
  where form_id = any($1) and day between $2::date - 1 and $3::date + 1 and count > 0
)`;

/** Counts of an earlier release without an hour belong to their day in UTC. */
const daysSql = `
with ${hourlySql}, counted as (
  select local::date as date, count from hourly
  union all
  select day, greatest(0, submission_count
    - (select sum(count) from unnest(hours) as count) - (select sum(count) from unnest(half_hours) as count))
  from daily_form_counters where form_id = any($1) and day between $2 and $3
)
select to_char(date, 'YYYY-MM-DD') as date, sum(count)::bigint as count
from counted where date between $2 and $3 group by date`;

/** The submissions of forms for each day. */
export async function readDays(pool: Queryable, { formIds, from, to, timeZone }: Wanted): Promise<DayCount[]> {
  const values = [formIds, from, to, timeZone];
  return (await pool.query<DayCount>({ name: 'received-by-day', text: daysSql, values })).rows;
}

const hoursSql = `
with ${hourlySql}
select extract(isodow from local)::int as weekday, extract(hour from local)::int as hour, sum(count)::bigint as count
from hourly where local::date between $2 and $3 group by 1, 2`;

/** The submissions of forms for each hour of the week. */
export async function readHours(pool: Queryable, { formIds, from, to, timeZone }: Wanted): Promise<HourCount[]> {
  const values = [formIds, from, to, timeZone];
  return (await pool.query<HourCount>({ name: 'received-by-hour', text: hoursSql, values })).rows;
}

const originsSql = `
select origin, sum(submission_count)::bigint as count from daily_origin_counters
where form_id = any($1) and day between $2::date and $3::date
group by origin order by count desc, origin limit ${originsMax}`;

/** The submissions of each origin, the busiest first. */
export async function readOrigins(pool: Queryable, { formIds, from, to }: Wanted): Promise<OriginCount[]> {
  const values = [formIds, from, to];
  return (await pool.query<OriginCount>({ name: 'received-by-origin', text: originsSql, values })).rows;
}

const pageSql = `
select (select coalesce(sum(view_count), 0)::bigint from daily_page_views
    where form_id = any($1) and day between $2::date and $3::date) as views,
  (select coalesce(sum(submission_count), 0)::bigint from daily_origin_counters
    where form_id = any($1) and day between $2::date and $3::date and origin = $4) as submissions`;

/** How often the pages of forms were shown, and what came from the origin that they send. */
export async function readHostedPage(
  pool: Queryable,
  { formIds, from, to }: Wanted,
  origin: string,
): Promise<PageCounts> {
  const values = [formIds, from, to, origin];
  const { rows } = await pool.query<PageCounts>({ name: 'hosted-page', text: pageSql, values });
  return rows[0] ?? { views: 0, submissions: 0 };
}

const spamSql = `
select coalesce(sum(spam_count), 0)::bigint as count from daily_form_counters
where form_id = any($1) and day between $2::date and $3::date`;

/** The number of submissions that were spam on arrival. */
export async function readSpam(pool: Queryable, { formIds, from, to }: Wanted): Promise<number> {
  const values = [formIds, from, to];
  return (await pool.query<{ count: number }>({ name: 'spam-received', text: spamSql, values })).rows[0]?.count ?? 0;
}

const refusalsSql = `
select reason, sum(refusal_count)::bigint as count from daily_refusal_counters
where form_id = any($1) and day between $2::date and $3::date
group by reason order by count desc, reason`;

/** Refusals, the most frequent reason first. */
export async function readRefused(pool: Queryable, { formIds, from, to }: Wanted): Promise<ReasonCount[]> {
  const values = [formIds, from, to];
  return (await pool.query<ReasonCount>({ name: 'refused-by-reason', text: refusalsSql, values })).rows;
}

export async function findFormIds(pool: Queryable, userId: string, seen: readonly string[] | null): Promise<string[]> {
  const { rows } = await pool.query<{ readonly id: string }>(
    'select id from forms where user_id = $1 and ($2::uuid[] is null or id = any($2))',
    [userId, seen],
  );
  return rows.map(({ id }) => id);
}
