import type { Undo } from '@inlet/contracts/inbox-state';
import type { RunSql } from '@inlet/db/run-sql';
import type { WantedState } from '#inbox/change/states.store.ts';

/** Undoes marking a whole inbox as read, unless it was marked again since. */
export async function moveReadBefore(
  run: RunSql,
  formId: string,
  { from, to }: NonNullable<Undo['readBefore']>,
): Promise<boolean> {
  const moved = await run(
    'update forms set read_before = $2::timestamptz where id = $1::uuid and read_before = $3::timestamptz returning id',
    [formId, from, to],
  );
  return moved.length > 0;
}

/** The previous states of some submissions. Each is returned once, and only if nothing else has changed it. */
export function takePrevious(run: RunSql, formId: string, changeId: string, limit: number): Promise<WantedState[]> {
  return run<WantedState>(
    `with found as (
       select submission_id, previous from submission_states
       where form_id = $1::uuid and change_id = $2::uuid and updated_at > now() - interval '1 day'
       order by submission_id limit ${limit} for update
     ), taken as (
       update submission_states as s set change_id = null, previous = null
       from found where s.submission_id = found.submission_id
       returning s.submission_id, found.previous
     )
     select submission_id as id, p.* from taken, jsonb_to_record(taken.previous)
       as p("isRead" bool, "isStarred" bool, status text, tags text[], "assigneeId" uuid, "hasAssignee" bool)`,
    [formId, changeId],
  );
}
