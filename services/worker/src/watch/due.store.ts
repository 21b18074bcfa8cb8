import type { Pool } from 'pg';
import type { DueWork } from '#watch/due-work.ts';

export async function findDue(pool: Pool): Promise<DueWork[]> {
  const { rows } = await pool.query<{ work: DueWork }>({
    name: 'due-work',
    text: `select 'notifications' as work where exists (select from notifications where due_at <= now())
      union all select 'autoReplies' where exists (select from notices where purpose in ('reply', 'confirm', 'confirmed'))
      union all select 'checks' where exists (select from spam_checks where due_at <= now())
      union all select 'lessons' where exists (select from spam_lessons where not is_learned)
      union all select 'counters' where exists (select from direct_batches where announced_at is null)
        or exists (select from direct_batches where flushed_at is null)
        or exists (select from stored_batches where refunded_at is null)
        or exists (select from stored_batches where form_refunds is not null)
      union all select 'removals' where exists (select from files where state = 'deleting')
        or exists (select from uploads where is_closing)
      union all select 'scans' where exists (select from files where state = 'scanning')
      union all select 'erasures' where exists (
        select from erasures where state <> 'done' and (held_until is null or held_until < now())
      )`,
  });
  return rows.map(({ work }) => work);
}

/** How long the oldest of each kind has been due, in seconds. */
export async function measureDue(pool: Pool): Promise<[work: DueWork, lateSeconds: number][]> {
  const { rows } = await pool.query<{ work: DueWork; late: number }>(
    `select work, coalesce(extract(epoch from now() - since), 0)::float8 as late from (
       select 'notifications' as work, min(due_at) as since from notifications where due_at <= now()
       union all select 'checks', min(created_at) from spam_checks
       union all select 'lessons', min(marked_at) from spam_lessons where not is_learned
       union all select 'removals', min(changed_at) from files where state = 'deleting'
       union all select 'scans', min(created_at) from files where state = 'scanning'
       union all select 'erasures', min(requested_at) from erasures where state <> 'done'
     ) as due`,
  );
  return rows.map(({ work, late }) => [work, late]);
}
