import type { Queryable } from '@inlet/db/cancellable';
import { isCanceled } from '@inlet/db/faults';
import { lowestId, type Position } from '@inlet/submissions/range';
import { matchConditions } from '#inbox/submissions/match-conditions.ts';
import type { RowsWanted } from '#inbox/submissions/submissions.store.ts';

export interface SearchIndex {
  /** Submissions after this position have their texts; null if all have. */
  readonly watermark: Position | null;
  readonly rowCount: number;
}

/** How far a form's submissions are indexed; null without an index. */
export async function findIndex(pool: Queryable, formId: string): Promise<SearchIndex | null> {
  const { rows } = await pool.query<Position & { rowCount: number }>({
    name: 'search-index',
    text: `select filled_at as "createdAt", filled_id as id, filled_count::float8 as "rowCount"
      from search_fills where form_id = $1 and filled_at is not null`,
    values: [formId],
  });
  const [row] = rows;
  if (!row) return null;
  const { createdAt, id, rowCount } = row;
  return { watermark: id === lowestId ? null : { createdAt, id }, rowCount };
}

/**
 * Records that a form is searched, at most once an hour. The worker writes the texts of a form without any, and locks
 * its row meanwhile: then the next search records it.
 */
export async function noteSearch(pool: Queryable, formId: string): Promise<void> {
  await pool.query({
    name: 'note-search',
    text: `with known as (
        select form_id, searched_at from search_fills where form_id = $1
      ), stale as (
        select form_id from search_fills
        where form_id = $1 and searched_at < now() - interval '1 hour' for no key update skip locked
      ), noted as (
        update search_fills set searched_at = now() from stale where search_fills.form_id = stale.form_id
      )
      insert into search_fills (form_id, searched_at)
      select id, now() from forms where id = $1 and not exists (select from known)
      on conflict (form_id) do nothing`,
    values: [formId],
  });
}

/** The maximum number of ids, and the timeout for finding them. */
export interface CandidateLimits {
  readonly candidatesMost: number;
  readonly candidatesMs: number;
}

/**
 * Ids of the submissions in a range whose texts contain all patterns, in the order of their key, and of those that are
 * too long for a text; null if there are too many, or if it takes too long, as for a phrase whose trigrams are in all
 * texts. The limit is in the outer query, so that the planner does not expect to find a rare word early by scanning the
 * table.
 */
export async function findCandidates(
  connection: Queryable,
  { formId, range: { after, before }, direction }: Omit<RowsWanted, 'limit'>,
  patterns: readonly string[],
  { candidatesMost, candidatesMs }: CandidateLimits,
): Promise<string[] | null> {
  const values: unknown[] = [formId, after.createdAt, after.id, before.createdAt, before.id];
  const likes = patterns.map((pattern) => `folded like $${values.push(pattern)}`).join(' and ');
  const inRange = '(created_at, id) > ($2, $3) and (created_at, id) < ($4, $5)';
  const order = direction === 'older' ? 'desc' : 'asc';
  const sql = `with matching as materialized (
       select created_at, id from search_texts where form_id = $1 and ${likes} and ${inRange}
     ), long as materialized (
       select created_at, id from search_texts where form_id = $1 and folded is null and ${inRange}
     ), candidates as (select * from matching union all select * from long limit $${values.push(candidatesMost + 1)})
     select coalesce(array_agg(id order by created_at ${order}, id ${order}), '{}') as ids from candidates`;
  await connection.query(`begin; set local statement_timeout = ${candidatesMs}`);
  try {
    const { rows } = await connection.query<{ ids: string[] }>(sql, values);
    const ids = rows[0]?.ids ?? [];
    return ids.length > candidatesMost ? null : ids;
  } catch (error) {
    if (isCanceled(error)) return null;
    throw error;
  } finally {
    await connection.query('commit');
  }
}

/**
 * Returns those of these ids that match the filter, in the order of the key, and the last submission that still exists.
 */
export async function findAmong(
  pool: Queryable,
  { formId, filter, direction }: Omit<RowsWanted, 'limit'>,
  ids: readonly string[],
): Promise<{ readonly found: readonly Position[]; readonly last: Position | null }> {
  const values: unknown[] = [formId, filter.spam, ids];
  const matches = matchConditions(filter, values).join(' and ') || 'true';
  const order = direction === 'older' ? 'desc' : 'asc';
  const { rows } = await pool.query<Position & { readonly isMatch: boolean }>(
    `select created_at as "createdAt", id, (case when is_spam = $2 then ${matches} else false end) is true as "isMatch"
     from submissions where id = any($3::uuid[]) and form_id = $1
     order by created_at ${order}, id ${order}`,
    values,
  );
  return { found: rows.filter(({ isMatch }) => isMatch), last: rows.at(-1) ?? null };
}
