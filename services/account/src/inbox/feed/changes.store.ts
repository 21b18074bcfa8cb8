import type { Queryable } from '@inlet/db/cancellable';
import type { Pool } from 'pg';
import type { FeedPosition } from '#inbox/feed/change-cursor.ts';
import { type MeasuredRow, measured, measuredColumns } from '#inbox/submissions/submission-row.ts';
import { pieceBytes } from '#inbox/submissions/submissions.store.ts';

const headSql = 'coalesce((select position from change_heads where user_id = $1), 0)';
/** The time of the change at a position; null if it is not kept. */
const timeAt = (position: string) => `(
  select case when first_position + cardinality(ids) > ${position} then at end
  from changes where user_id = $1 and first_position <= ${position} order by first_position desc limit 1
)`;

/** The current end of an account's changes. */
export async function readHead(pool: Pool, userId: string): Promise<FeedPosition> {
  const { rows } = await pool.query<{ position: number; at: Date | null }>({
    name: 'change-head',
    text: `select ${headSql} as position, ${timeAt(headSql)} as at`,
    values: [userId],
  });
  const { position = 0, at } = rows[0] ?? {};
  return { position, atMs: at?.getTime() ?? 0 };
}

/** The last change before a time, or the position before the oldest change that is kept. Times follow positions. */
export async function findLastBefore(pool: Pool, userId: string, time: Date): Promise<FeedPosition> {
  const { rows } = await pool.query<{ position: number; at: Date | null }>({
    name: 'last-change-before',
    text: `
with recursive search(low, high) as (
  select coalesce((
    select first_position - 1 from changes where user_id = $1 order by first_position limit 1
  ), ${headSql}), ${headSql}
  union all
  select case when middle.at < $2 then middle.position else low end,
    case when middle.at < $2 then high else middle.position - 1 end
  from search, lateral (select halves.position, ${timeAt('halves.position')} as at
    from (select (low + high + 1) / 2 as position) as halves) as middle
  where low < high
)
select low as position, ${timeAt('low')} as at from search where low = high limit 1`,
    values: [userId, time],
  });
  const { position = 0, at } = rows[0] ?? {};
  return { position, atMs: at?.getTime() ?? 0 };
}

export interface AroundPosition {
  readonly head: number;
  /** The time of the change at the position, and of the next one; null if it is not kept. */
  readonly at: Date | null;
  readonly nextAt: Date | null;
}

export async function readAround(pool: Pool, userId: string, position: number): Promise<AroundPosition> {
  const { rows } = await pool.query<AroundPosition>({
    name: 'around-change',
    text: `select ${headSql} as head, ${timeAt('$2::bigint')} as at, ${timeAt('$2::bigint + 1')} as "nextAt"`,
    values: [userId, position],
  });
  return rows[0] ?? { head: 0, at: null, nextAt: null };
}

/** One change of the feed. */
export interface RecordedChange {
  readonly position: number;
  readonly type: string;
  readonly id: string | null;
  readonly formId: string;
  readonly at: Date;
  /** The time of the named submission, if all before it were deleted too. */
  readonly upTo: Date | null;
}

/** The changes after a position up to another one. */
export async function findChanges(
  pool: Queryable,
  userId: string,
  after: number,
  upTo: number,
): Promise<RecordedChange[]> {
  const { rows } = await pool.query<RecordedChange>({
    name: 'changes',
    text: `
select first_position + place - 1 as position, type, id, form_id as "formId", at,
  up_to as "upTo"
from changes, unnest(
  ids, case when cardinality(form_ids) = 1 then array_fill(form_ids[1], array[cardinality(ids)]) else form_ids end
) with ordinality as named(id, form_id, place)
where user_id = $1 and first_position <= $3::bigint and first_position >= coalesce((
    select first_position from changes where user_id = $1 and first_position <= $2::bigint + 1
    order by first_position desc limit 1
  ), 0)
  and first_position + place - 1 > $2::bigint and first_position + place - 1 <= $3::bigint
order by position`,
    values: [userId, after, upTo],
  });
  return rows;
}

/**
 * Submissions of an account by their ids, in this order. Those of a deleted form are left out, even if they still
 * exist.
 */
export async function findChangedSubmissions(
  pool: Queryable,
  userId: string,
  ids: readonly string[],
): Promise<MeasuredRow[]> {
  const found = `
    select submissions.* from unnest($2::uuid[]) with ordinality as wanted(id, place)
    cross join lateral (select ${measuredColumns} from submissions where id = wanted.id) as submissions
    join forms on forms.id = submissions.form_id and forms.user_id = $1
    order by wanted.place`;
  const query = { name: 'changed-submissions', text: measured(found, pieceBytes), values: [userId, ids] };
  return (await pool.query<MeasuredRow>(query)).rows;
}

interface FormsWanted {
  readonly userId: string;
  readonly formId?: string | undefined;
  readonly seen: readonly string[] | null;
}

/** The account's forms in the order of ids, from one on, two at most; of a wanted form that one alone. */
export async function findForms(pool: Queryable, { userId, formId, seen }: FormsWanted, from: string) {
  const { rows } = await pool.query<{ id: string }>({
    name: 'forms-from',
    text: 'select id from forms where user_id = $1 and id >= $2 and ($3::uuid is null or id = $3) and ($4::uuid[] is null or id = any($4)) order by id limit 2',
    values: [userId, from, formId ?? null, seen],
  });
  return rows.map(({ id }) => id);
}
