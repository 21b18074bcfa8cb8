import type { Pool } from 'pg';

export interface RefusalCount {
  readonly formId: string;
  readonly reason: string;
  readonly count: number;
}

/** Counts only grow, so a process with older ones reduces nothing. */
const saveSql = `
insert into daily_refusal_counters as counters (form_id, day, reason, refusal_count)
select forms.id, $1::date, reason, count
from unnest($2::uuid[], $3::text[], $4::bigint[]) as counted(form_id, reason, count)
join forms on forms.id = counted.form_id
order by 1, 3
on conflict (form_id, day, reason) do update set refusal_count = excluded.refusal_count
where counters.refusal_count < excluded.refusal_count`;

/** Saves the counts of a day. Deleted forms are left out. */
export async function saveRefusals(pool: Pool, day: string, counts: readonly RefusalCount[]): Promise<void> {
  const values = [
    day,
    counts.map(({ formId }) => formId),
    counts.map(({ reason }) => reason),
    counts.map(({ count }) => count),
  ];
  await pool.query({ name: 'save-refusals', text: saveSql, values });
}
