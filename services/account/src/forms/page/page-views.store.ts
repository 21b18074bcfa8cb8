import type { Pool } from 'pg';

const saveSql = `
insert into daily_page_views as counters (form_id, day, view_count)
select forms.id, $1::date, count
from unnest($2::uuid[], $3::bigint[]) as counted(form_id, count)
join forms on forms.id = counted.form_id
order by 1
on conflict (form_id, day) do update set view_count = counters.view_count + excluded.view_count`;

/** Adds the views of a day. Deleted forms are left out. */
export async function addPageViews(pool: Pool, day: string, counts: ReadonlyMap<string, number>): Promise<void> {
  const values = [day, [...counts.keys()], [...counts.values()]];
  await pool.query({ name: 'add-page-views', text: saveSql, values });
}

const findSql = `
select to_char(day, 'YYYY-MM-DD') as date, view_count::float8 as views
from daily_page_views where form_id = $1 and day > (now() at time zone 'UTC')::date - $2::int order by day`;

/** The days with views of a form's page, oldest first. */
export async function findPageViews(pool: Pool, formId: string, days: number) {
  const values = [formId, days];
  return (await pool.query<{ date: string; views: number }>({ name: 'page-views', text: findSql, values })).rows;
}
