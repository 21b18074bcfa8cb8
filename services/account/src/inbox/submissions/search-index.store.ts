import type { Queryable } from '@inlet/db/cancellable';
import { lowestId, type Position, type Range } from '@inlet/submissions/range';
import { matchConditions } from '#inbox/submissions/match-conditions.ts';
import type { RowsWanted } from '#inbox/submissions/submissions.store.ts';

export interface SearchIndex {
  readonly watermark: Position;
  readonly rowCount: number;
}

/** How far a form's submissions are in the index; null where it has none. */
export async function findIndex(pool: Queryable, formId: string): Promise<SearchIndex | null> {
  const { rows } = await pool.query<Position & { rowCount: number }>({
    name: 'search-index',
    text: `select to_at as "createdAt", to_id as id, row_count::float8 as "rowCount" from search_indexes where form_id = $1`,
    values: [formId],
  });
  const [row] = rows;
  return row ? { watermark: { createdAt: row.createdAt, id: row.id }, rowCount: row.rowCount } : null;
}

/**
 * Notes that a form is searched, once an hour at the most. The worker builds the index of one that has none, and holds
 * it locked while it does: then the next search notes it.
 */
export async function noteSearch(pool: Queryable, formId: string): Promise<void> {
  await pool.query({
    name: 'note-search',
    text: `with known as (
        select form_id, searched_at from search_indexes where form_id = $1
      ), stale as (
        select form_id from search_indexes
        where form_id = $1 and searched_at < now() - interval '1 hour' for update skip locked
      ), noted as (
        update search_indexes set searched_at = now() from stale where search_indexes.form_id = stale.form_id
      )
      insert into search_indexes (form_id, to_at, to_id, row_count, searched_at)
      select id, 'epoch', $2, 0, now() from forms where id = $1 and not exists (select from known)
      on conflict (form_id) do nothing`,
    values: [formId, lowestId],
  });
}

export interface BlocksWanted {
  readonly formId: string;
  readonly range: Range;
  /** Blocks up to this position are wanted. */
  readonly upTo: Position;
  readonly direction: RowsWanted['direction'];
  readonly buckets: readonly number[];
  readonly limit: number;
}

/** A block with the buckets that a search asks for, one after the other. */
export interface FoundBlock {
  readonly from: Position;
  readonly to: Position;
  readonly rowCount: number;
  readonly buckets: readonly Buffer[];
}

interface BlockRow {
  readonly fromAt: Date;
  readonly fromId: string;
  readonly toAt: Date;
  readonly toId: string;
  readonly rowCount: number;
  readonly slices: Buffer;
  readonly lengths: readonly number[];
}

export async function findBlocks(pool: Queryable, wanted: BlocksWanted): Promise<FoundBlock[]> {
  const { formId, range, upTo, direction, buckets, limit } = wanted;
  const order = direction === 'older' ? 'desc' : 'asc';
  const { rows } = await pool.query<BlockRow>({
    name: `search-blocks-${order}`,
    text: `select from_at as "fromAt", from_id as "fromId", to_at as "toAt", to_id as "toId",
        octet_length(ids) / 16 as "rowCount",
        (select string_agg(substring(postings from directory[b + 1] + 1 for directory[b + 2] - directory[b + 1]), '' order by n)
         from unnest($8::int[]) with ordinality as wanted(b, n)) as slices,
        array(select directory[b + 2] - directory[b + 1]
          from unnest($8::int[]) with ordinality as wanted(b, n) order by n) as lengths
      from search_segments
      where form_id = $1 and (to_at, to_id) > ($2, $3) and (from_at, from_id) < ($4, $5) and (to_at, to_id) <= ($6, $7)
      order by to_at ${order}, to_id ${order} limit $9`,
    values: [
      ...[formId, range.after.createdAt, range.after.id, range.before.createdAt, range.before.id],
      ...[upTo.createdAt, upTo.id, buckets, limit],
    ],
  });
  return rows.map(({ fromAt, fromId, toAt, toId, rowCount, slices, lengths }) => {
    let at = 0;
    const cut = lengths.map((length) => {
      at += length;
      return slices.subarray(at - length, at);
    });
    const [from, to] = [
      { createdAt: fromAt, id: fromId },
      { createdAt: toAt, id: toId },
    ];
    return { from, to, rowCount, buckets: cut };
  });
}

/** Rows of a block, by their numbers in it. */
export interface Candidates {
  readonly block: Position;
  readonly rows: readonly number[];
}

/** Which of the candidates the filter finds, in the order of the key. The ids of a block are read once. */
export async function findAmong(
  pool: Queryable,
  { formId, filter, range, direction }: Omit<RowsWanted, 'limit'>,
  candidates: readonly Candidates[],
): Promise<Position[]> {
  const { after, before } = range;
  const values: unknown[] = [formId, filter.spam, after.createdAt, after.id, before.createdAt, before.id];
  const matches = matchConditions(filter, values);
  const add = (value: unknown) => `$${values.push(value)}`;
  const order = direction === 'older' ? 'desc' : 'asc';
  const { rows } = await pool.query<Position>(
    `with candidates as materialized (
       select encode(substring(all_ids from 16 * n + 1 for 16), 'hex')::uuid as candidate
       from unnest(
         ${add(candidates.map(({ block }) => block.createdAt))}::timestamptz[],
         ${add(candidates.map(({ block }) => block.id))}::uuid[],
         ${add(candidates.map((some) => `{${some.rows.join(',')}}`))}::text[]
       ) as wanted(at, id, numbers)
       join search_segments on form_id = $1 and to_at = wanted.at and to_id = wanted.id
       cross join lateral (select substring(ids from 1) as all_ids offset 0) as read
       cross join lateral unnest(numbers::int[]) as n
     )
     select created_at as "createdAt", id from submissions
     where id = any(array(select candidate from candidates)) and form_id = $1 and is_spam = $2
       and (created_at, id) > ($3, $4) and (created_at, id) < ($5, $6) and ${matches.join(' and ') || 'true'}
     order by created_at ${order}, id ${order}`,
    values,
  );
  return rows;
}
