import type { PreviousState, StateChange, Undo } from '@inlet/contracts/inbox-state';
import { tagsMax } from '@inlet/contracts/submission-limits';
import type { SubmissionFilter } from '@inlet/contracts/submissions';
import type { Queryable } from '@inlet/db/cancellable';
import type { Prisma } from '@inlet/db/client';
import type { RunSql } from '@inlet/db/run-sql';
import type { Position, Range } from '@inlet/submissions/range';
import { matchConditions } from '#inbox/submissions/match-conditions.ts';

/**
 * A change of one submission. Omitted properties are unchanged; `hasNote` and `hasAssignee` show that `note` and
 * `assigneeId` are set, which may be null.
 */
export interface WantedState extends StateChange {
  readonly id: string;
  readonly hasNote?: boolean | null;
  readonly hasAssignee?: boolean | null;
  readonly addTags?: readonly string[] | undefined;
  readonly removeTags?: readonly string[] | undefined;
}

/** Lets the changes of a form's states run one at a time: each begins with what the last one left. */
export async function lockStates(tx: Prisma.TransactionClient, formId: string): Promise<void> {
  await tx.$executeRaw`select pg_advisory_xact_lock(hashtextextended(${`states of ${formId}`}, 0))`;
}

/**
 * A state that is read because of its form's watermark has no `is_read` of its own. So marking all as read and marking
 * each give the same result, and a submission without any difference gets no row. A submission cannot be deleted until
 * its state is stored, so that no state is orphaned; the rows are locked in the order of their ids.
 */
const changeSql = `
with kept as (
  select id, created_at, form_id from submissions where form_id = $1::uuid
    and id = any (array(select (value ->> 'id')::uuid from jsonb_array_elements($2::jsonb)))
  order by id for key share
), wanted as (
  select w.*, s.received_at, is_old, coalesce(t.is_read, is_old) as was_read, t.submission_id is not null as is_stored,
    coalesce(t.is_starred, false) as was_starred, coalesce(t.status, 'open') as was_status,
    coalesce(t.tags, '{}') as had_tags, t.note as had_note,
    t.assignee_id as had_assignee
  from jsonb_to_recordset($2::jsonb) as w(id uuid, "isRead" bool, "isStarred" bool, status text, tags text[],
    "addTags" text[], "removeTags" text[], note text, "hasNote" bool, "assigneeId" uuid, "hasAssignee" bool)
  join (
    select kept.id, kept.created_at as received_at, coalesce(kept.created_at < read_before, false) as is_old
    from kept join forms on forms.id = kept.form_id
  ) as s using (id)
  left join submission_states as t on t.submission_id = id
), changed as (
  select id, received_at, is_old, is_stored, was_read, was_starred, was_status, had_tags, had_note, had_assignee,
    "hasAssignee", "isRead", "isStarred", status as set_status, tags as set_tags, "addTags", "removeTags",
    coalesce("isRead", was_read) as is_read, coalesce("isStarred", was_starred) as is_starred,
    coalesce(status, was_status) as status, case when "hasNote" then note else had_note end as note,
    case when "hasAssignee" then "assigneeId" else had_assignee end as assignee_id,
    array(
      select tag from unnest(coalesce(tags, had_tags) || coalesce("addTags", '{}')) with ordinality as u(tag, place)
      where tag <> all (coalesce("removeTags", '{}')) group by tag order by min(place) limit ${tagsMax}
    ) as tags
  from wanted
), different as (
  select * from changed
  where (is_read, is_starred, status, tags, note, assignee_id)
    is distinct from (was_read, was_starred, was_status, had_tags, had_note, had_assignee)
), saved as (
  insert into submission_states (submission_id, form_id, received_at, is_read, is_starred, status, tags, note, assignee_id,
    updated_at, change_id, previous)
  select id, $1::uuid, received_at, nullif(is_read, is_old), is_starred, status, tags, note, assignee_id, now(),
    $3::uuid, case when $3::uuid is not null then jsonb_strip_nulls(jsonb_build_object(
      'isRead', case when "isRead" is not null then was_read end,
      'isStarred', case when "isStarred" is not null then was_starred end,
      'status', case when set_status is not null then was_status end,
      'tags', case when coalesce(set_tags, "addTags", "removeTags") is not null then to_jsonb(had_tags) end,
      'assigneeId', case when "hasAssignee" then had_assignee end,
      'hasAssignee', case when "hasAssignee" then true end
    )) end
  from different order by id
  on conflict (submission_id) do update set is_read = excluded.is_read, is_starred = excluded.is_starred,
    status = excluded.status, tags = excluded.tags, note = excluded.note, assignee_id = excluded.assignee_id, updated_at = excluded.updated_at,
    change_id = excluded.change_id, previous = excluded.previous
)
select id, was_read as "isRead", was_starred as "isStarred", was_status as status, had_tags as tags,
  had_assignee as "assigneeId", had_note as note
from different`;

/** A state as it was before a change. */
export interface StateBefore extends Required<PreviousState> {
  readonly note: string | null;
}

/**
 * Changes the states of a form's submissions, and returns what those that are different now were before. With the id of
 * a change each row keeps what it was, until it changes again.
 */
export function changeStates(
  run: RunSql,
  formId: string,
  wanted: readonly WantedState[],
  changeId: string | null = null,
): Promise<StateBefore[]> {
  return run<StateBefore>(changeSql, [formId, JSON.stringify(wanted), changeId]);
}

export interface FoundIds {
  readonly ids: readonly string[];
  /** The last of them; null if the range has no more. */
  readonly last: Position | null;
}

/** The ids of the newest submissions of a range that match a filter. */
export async function findIds(
  pool: Queryable,
  { formId, filter, range }: { formId: string; filter: SubmissionFilter; range: Range },
  limit: number,
): Promise<FoundIds> {
  const { after, before } = range;
  const values: unknown[] = [formId, filter.spam, after.createdAt, after.id, before.createdAt, before.id];
  const conditions = matchConditions(filter, values);
  values.push(limit);
  const { rows } = await pool.query<{ id: string; createdAt: Date }>(
    `select id, created_at as "createdAt" from submissions
     where ${['form_id = $1 and is_spam = $2 and (created_at, id) > ($3, $4) and (created_at, id) < ($5, $6)', ...conditions].join(' and ')}
     order by created_at desc, id desc limit $${values.length}`,
    values,
  );
  return { ids: rows.map(({ id }) => id), last: rows.length < limit ? null : (rows.at(-1) ?? null) };
}

/**
 * Marks all stored submissions of a form as read: those received before the newest one, and the newest one. One that
 * was received earlier but is not stored yet counts as read too.
 */
export async function markAllRead(run: RunSql, formId: string, changeId: string): Promise<Undo> {
  const [moved] = await run<{ from: Date | null; to: Date }>(
    `with before as (select id, read_before from forms where id = $1::uuid for update)
     update forms set read_before = greatest(before.read_before, newest + interval '1 millisecond')
     from before, (
       select max(at) as newest from unnest(array[false, true]) as folder(is_spam) cross join lateral (
         select created_at as at from submissions where form_id = $1::uuid and submissions.is_spam = folder.is_spam
         order by created_at desc, id desc limit 1
       ) as s
     ) as found where forms.id = before.id
     returning before.read_before as "from", forms.read_before as "to"`,
    [formId],
  );
  await run(
    `update submission_states set is_read = null, change_id = $2::uuid, previous = '{"isRead": false}'
     where form_id = $1::uuid and is_read = false`,
    [formId, changeId],
  );
  if (!moved?.to) return { changeId };
  return { changeId, readBefore: { from: moved.from?.toISOString() ?? null, to: moved.to.toISOString() } };
}
