import { createHash } from 'node:crypto';
import type { SubmissionFilter } from '@inlet/contracts/submissions';
import { transaction } from '@inlet/db/transaction';
import type { Position, Range } from '@inlet/submissions/range';
import type { Pool } from 'pg';
import { matchConditions } from '#inbox/submissions/match-conditions.ts';

/** The lines of the newest submissions of a range. */
export interface ExportPage {
  /** Null where none of them is wanted. */
  readonly text: string | null;
  /** Rows that were looked at, wanted or not. */
  readonly rowCount: number;
  /** Where the page ends; null when nothing of the range is left behind it. */
  readonly last: Position | null;
}

export interface PageWanted {
  readonly formId: string;
  readonly filter: SubmissionFilter;
  /** What is left to read; the row that a piece ends with belongs to it. */
  readonly range: Range;
  /** The expression that makes a line of a row. */
  readonly line: string;
  /** Rows that are looked at, at the most. */
  readonly rowsMax: number;
}

/**
 * Bytes of fields after which a page ends all the same: a submission may have a megabyte of them. From 128 kB on a text
 * is a large object, which only a collection of the whole heap frees: pages of 500 kB made the process grow by 200 MB.
 */
const pageBytes = 100_000;
/** Longest time for a page of which only what a text is found in is wanted; half of the gateway's patience. */
const searchedPageMs = 30_000;
/** A page holds one row at least. */
const fits = `coalesce(bytes_before, 0) < ${pageBytes}`;

/**
 * A page is a statement of its own: while a slow client reads, no connection is kept, and no snapshot, which would keep
 * PostgreSQL from clearing away what is outdated. The key only descends, so that no submission can come twice.
 */
export async function readExportPage(pool: Pool, wanted: PageWanted): Promise<ExportPage> {
  const { formId, filter, range, line, rowsMax } = wanted;
  const { after, before } = range;
  const values: unknown[] = [formId, filter.spam, after.createdAt, after.id, before.createdAt, before.id];
  const conditions = matchConditions(filter, values);
  values.push(rowsMax);
  const text = pageSql(line, conditions, `$${values.length}`);
  // Reading and planning so long a statement anew takes as long as making a third of its lines.
  const query = { name: `page ${createHash('sha1').update(text).digest('hex')}`, text, values };
  // Looking for a text in large fields takes a while; all else about a page takes milliseconds.
  const { rows } = await (filter.q === ''
    ? pool.query<PageRow>(query)
    : transaction(pool, (client) => client.query<PageRow>(query), { statementTimeoutMs: searchedPageMs }));
  const [row] = rows;
  if (!row?.createdAt || !row.id) return { text: null, rowCount: 0, last: null };
  const { rowCount, foundCount, createdAt, id } = row;
  const isAll = rowCount === foundCount && foundCount < rowsMax;
  return { text: row.text, rowCount, last: isAll ? null : { createdAt, id } };
}

interface PageRow {
  readonly text: string | null;
  readonly rowCount: number;
  readonly foundCount: number;
  readonly createdAt: Date | null;
  readonly id: string | null;
}

/**
 * Only what the key has found is held against the filter, so that a page has an end where nothing on it is wanted. The
 * innermost rows come in their order, which everything around them keeps: to ask for it again at each step would sort
 * three times what is sorted already, a quarter of the whole.
 */
function pageSql(line: string, conditions: readonly string[], rowsMax: string): string {
  return `
select
  string_agg(${line}, '') filter (where ${[fits, ...conditions].join(' and ')}) as text,
  count(*) filter (where ${fits})::int as "rowCount",
  count(*)::int as "foundCount",
  min(created_at) filter (where ${fits}) as "createdAt",
  (array_agg(id))[count(*) filter (where ${fits})] as id
from (
  select *, sum(octet_length(data)) over (rows between unbounded preceding and 1 preceding) as bytes_before
  from (
    select id, created_at, origin, user_agent, is_spam, data::text as data
    from submissions
    where form_id = $1 and is_spam = $2 and (created_at, id) >= ($3, $4) and (created_at, id) < ($5, $6)
    order by created_at desc, id desc
    limit ${rowsMax}
  ) as newest
) as measured`;
}

export type PiecesWanted = Pick<PageWanted, 'formId' | 'filter' | 'range'>;

const endsSql = `
select created_at as "createdAt", id
from (
  select created_at, id, row_number() over (order by created_at desc, id desc) as n
  from (
    select created_at, id
    from submissions
    where form_id = $1 and is_spam = $2 and (created_at, id) > ($3, $4) and (created_at, id) < ($5, $6)
    order by created_at desc, id desc
    limit $7
  ) as newest
) as numbered
where n % $8 = 0`;

/** The position of each so many-th row among the newest rows of a range. */
export async function findEnds(
  pool: Pool,
  wanted: PiecesWanted,
  rowsMax: number,
  rowsOfPiece: number,
): Promise<Position[]> {
  const { formId, filter, range } = wanted;
  const { after, before } = range;
  const values = [formId, filter.spam, after.createdAt, after.id, before.createdAt, before.id, rowsMax, rowsOfPiece];
  return (await pool.query<{ createdAt: Date; id: string }>(endsSql, values)).rows;
}
