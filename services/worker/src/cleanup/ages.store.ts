import {
  dailyCountDaysMax,
  deadDaysMax,
  directBatchDaysMax,
  formCheckDaysMax,
  suppressionDaysMax,
} from '@inlet/contracts/retention';
import { hasFirstPartition } from '@inlet/db/partitions';
import type { Pool } from 'pg';

const isOldDay = `day < (now() at time zone 'UTC')::date - ${dailyCountDaysMax}`;

/** One index lookup for each form. The key of the table is `form_id`, `day` and the rest. */
function removeDaysSql(table: string, rest: readonly string[], condition = 'true'): string {
  const key = ['form_id', 'day', ...rest];
  return `
with chosen as (
  select ${key.map((column) => `old.${column}`).join(', ')} from forms cross join lateral (
    select ${key.join(', ')} from ${table} where ${condition} and form_id = forms.id and ${isOldDay} order by day limit $1
  ) as old limit $1
)
delete from ${table} as counters using chosen
where ${key.map((column) => `counters.${column} = chosen.${column}`).join(' and ')}`;
}

/** Each statement removes a limited number of old rows. Two workers that choose the same rows remove them once. */
const statements = {
  'dead submissions': `
    delete from dead_submissions where id = any (array(
      select id from dead_submissions where created_at < now() - interval '${deadDaysMax} days' limit $1
    ))`,
  'direct batches': `
    delete from direct_batches where id = any (array(
      select id from direct_batches where stored_at < now() - interval '${directBatchDaysMax} days' limit $1
    ))`,
  'stored batches': `
    delete from stored_batches where job = any (array(
      select job from stored_batches where stored_at < now() - interval '${directBatchDaysMax} days' limit $1
    ))`,
  'form checks': `
    delete from form_checks where id = any (array(
      select id from form_checks where created_at < now() - interval '${formCheckDaysMax} days' limit $1
    ))`,
  suppressions: `
    delete from suppressions where (email, scope) in (
      select email, scope from suppressions where stopped_at < now() - interval '${suppressionDaysMax} days' limit $1
    )`,
  // The number of a form counts from its creation, so the sum of the removed days stays.
  'counts by day': `
with removed as (${removeDaysSql('daily_form_counters', [])} returning counters.form_id, counters.submission_count)
, summed as (
  update form_totals set past_count = past_count + removed_count
  from (select form_id, sum(submission_count) as removed_count from removed group by form_id) as sums
  where form_totals.form_id = sums.form_id
)
select form_id from removed`,
  'counts by origin': removeDaysSql('daily_origin_counters', ['origin']),
  'counts of page views': removeDaysSql('daily_page_views', []),
  // The partition from before the upgrade.
  'counts of refusals': removeDaysSql(
    'daily_refusal_counters',
    ['reason'],
    hasFirstPartition('daily_refusal_counters'),
  ),
} as const;
export type AgedRows = keyof typeof statements;
export const agedRows = Object.keys(statements) as readonly AgedRows[];

/** Removes some rows that are too old, and returns how many. */
export async function removeAged(pool: Pool, what: AgedRows, limit: number): Promise<number> {
  return (await pool.query(statements[what], [limit])).rowCount ?? 0;
}
