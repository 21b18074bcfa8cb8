import type { Pool } from 'pg';

/** Submissions by day and by origin; an origin that is empty stands for none. */
export interface Received {
  readonly days: readonly { readonly date: string; readonly count: number }[];
  readonly origins: readonly { readonly origin: string; readonly count: number }[];
}

/** A website has one or two origins; a form that is open to all may see thousands. */
const originsMax = 100;

const daysSql = `
select to_char(day, 'YYYY-MM-DD') as date, sum(submission_count)::bigint as count from daily_form_counters
where form_id = any($1) and day between $2::date and $3::date group by day`;

const originsSql = `
select origin, sum(submission_count)::bigint as count from daily_origin_counters
where form_id = any($1) and day between $2::date and $3::date
group by origin order by count desc, origin limit ${originsMax}`;

/** What forms received from one day to another, both included, out of their counters: the same however many there are. */
export async function readReceived(
  pool: Pool,
  formIds: readonly string[],
  from: string,
  to: string,
): Promise<Received> {
  const values = [formIds, from, to];
  const [days, origins] = await Promise.all([
    pool.query<Received['days'][number]>({ name: 'received-by-day', text: daysSql, values }),
    pool.query<Received['origins'][number]>({ name: 'received-by-origin', text: originsSql, values }),
  ]);
  return { days: days.rows, origins: origins.rows };
}

export async function findFormIds(pool: Pool, userId: string): Promise<string[]> {
  const { rows } = await pool.query<{ readonly id: string }>('select id from forms where user_id = $1', [userId]);
  return rows.map(({ id }) => id);
}
