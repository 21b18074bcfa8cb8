import type { Queryable } from '@inlet/db/cancellable';
import type { Form } from '@inlet/db/client';

/** Unread submissions are counted up to this number. */
export const unreadMax = 1_000;
/** Rows since the watermark that are checked, including read ones: some 20 ms. */
const rowsSeenMax = 20_000;

/**
 * Unread submissions after the form's watermark, and those before it that are marked as unread. Forms that were never
 * marked as read have no watermark, and count everything.
 */
const unreadSql = `
with newest as materialized (
  select id from submissions
  where form_id = $1 and not is_spam and created_at >= coalesce($2::timestamptz, '-infinity')
  order by created_at desc, id desc limit ${rowsSeenMax}
), unread as (
  select from newest where not exists (select from submission_states where submission_id = id and is_read)
  limit ${unreadMax + 1}
), marked as (
  select from submission_states join submissions on submissions.id = submission_id
  where submission_states.form_id = $1 and is_read = false and not is_spam and created_at < $2
  limit ${unreadMax + 1}
)
select ((select count(*) from unread) + (select count(*) from marked))::int as unread,
  (select count(*) from newest)::int as seen`;

export async function countUnread(pool: Queryable, { id, readBefore }: Pick<Form, 'id' | 'readBefore'>) {
  const { rows } = await pool.query<{ unread: number; seen: number }>({
    name: 'unread',
    text: unreadSql,
    values: [id, readBefore],
  });
  const { unread = 0, seen = 0 } = rows[0] ?? {};
  return { unread: Math.min(unread, unreadMax), unreadIsExact: unread <= unreadMax && seen < rowsSeenMax };
}

/** Counts flagged submissions among the newest of the inbox. */
export async function countFlagged(pool: Queryable, formId: string, rowsMax: number): Promise<number> {
  const { rows } = await pool.query<{ count: number }>({
    name: 'flagged',
    text: `select count(*) filter (where (spam ->> 'isFlagged')::bool)::int as count from (
      select spam from submissions where form_id = $1 and not is_spam order by created_at desc, id desc limit $2
    ) as newest`,
    values: [formId, rowsMax],
  });
  return rows[0]?.count ?? 0;
}

/** Counts submissions in the inbox that break a rule, up to a number, by an index of these alone. */
export async function countRuleErrors(pool: Queryable, formId: string, countMax: number): Promise<number> {
  const { rows } = await pool.query<{ count: number }>({
    name: 'rule-errors',
    text: `select count(*)::int as count from (
      select from submissions where form_id = $1 and not is_spam and rule_errors is not null limit $2
    ) as broken`,
    values: [formId, countMax],
  });
  return rows[0]?.count ?? 0;
}

/** The tags of the newest tagged submissions, the most used first. */
export async function findTags(pool: Queryable, formId: string, rowsMax: number, tagsMax: number): Promise<string[]> {
  const { rows } = await pool.query<{ tag: string }>({
    name: 'tags-in-use',
    text: `select tag from (
      select tags from submission_states where form_id = $1 and tags <> '{}'
      order by received_at desc, submission_id desc limit $2
    ) as tagged cross join unnest(tags) as tag group by tag order by count(*) desc, tag limit $3`,
    values: [formId, rowsMax, tagsMax],
  });
  return rows.map(({ tag }) => tag);
}
