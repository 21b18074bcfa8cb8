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
  /** How many rows the next page should look at, by the size of these. */
  readonly nextRows: number;
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

/** Bytes of fields that a page has where submissions are of one size. */
const usualBytes = 100_000;
/**
 * No page has more, unless a single submission has. From 128 kB on a text is a large object, which only a collection of
 * the whole heap frees: pages of 500 kB made the process grow by 200 MB.
 */
const pageBytesMax = 250_000;
/** Bytes of fields that PostgreSQL makes lines of in one statement, before it knows whether they fit on a page. */
const madeBytesMax = 4_000_000;
const int4Max = 2 ** 31 - 1;
/** Longest time for a page of which only what a text is found in is wanted; half of the gateway's patience. */
const searchedPageMs = 30_000;

/**
 * A page is a statement of its own: while a slow client reads, no connection is kept, and no snapshot, which would keep
 * PostgreSQL from clearing away what is outdated. The key only descends, so that no submission can come twice. Sizes are
 * mostly alike, so a page that turns out too large is read again with fewer rows: to add them up row by row took a sixth
 * of the whole.
 */
export async function readExportPage(pool: Pool, { rowsMax, ...wanted }: PageWanted): Promise<ExportPage> {
  for (let rows = rowsMax; ; ) {
    const rowBytesMax = rows === 1 ? int4Max : Math.floor(madeBytesMax / rows);
    const page = await readRows(pool, wanted, rows, rowBytesMax);
    if (!page?.createdAt || !page.id) return { text: null, nextRows: rows, last: null };
    const { text, rowCount, bytes, largest, createdAt, id } = page;
    const usualRows = Math.max(1, Math.floor((rowCount * usualBytes) / bytes));
    if (largest <= rowBytesMax && (rowCount === 1 || bytes <= pageBytesMax)) {
      const last = rowCount < rows ? null : { createdAt, id };
      return { text, nextRows: Math.min(2 * rowCount, usualRows), last };
    }
    rows = Math.min(usualRows, Math.max(1, Math.floor(madeBytesMax / largest)));
  }
}

interface PageRow extends Pick<ExportPage, 'text'> {
  /** Rows that were looked at, wanted or not. */
  readonly rowCount: number;
  /** Bytes of fields, in all rows and in the largest one. */
  readonly bytes: number;
  readonly largest: number;
  readonly createdAt: Date | null;
  readonly id: string | null;
}

async function readRows(
  pool: Pool,
  { formId, filter, range: { after, before }, line }: Omit<PageWanted, 'rowsMax'>,
  rowsMax: number,
  rowBytesMax: number,
): Promise<PageRow | undefined> {
  const values: unknown[] = [formId, filter.spam, after.createdAt, after.id, before.createdAt, before.id];
  values.push(rowsMax, rowBytesMax);
  const text = pageSql(line, matchConditions(filter, values));
  // Reading and planning so long a statement anew takes as long as making a third of its lines.
  const query = { name: `page ${createHash('sha1').update(text).digest('hex')}`, text, values };
  // Looking for a text in large fields takes a while; all else about a page takes milliseconds.
  const { rows } = await (filter.q === ''
    ? pool.query<PageRow>(query)
    : transaction(pool, (client) => client.query<PageRow>(query), { statementTimeoutMs: searchedPageMs }));
  return rows[0];
}

/**
 * Only what the key has found is held against the filter, so that a page has an end where nothing on it is wanted. The
 * inner rows come in their order, which what stands around them keeps.
 */
function pageSql(line: string, conditions: readonly string[]): string {
  return `
select
  case when count(*) = 1 or sum(octet_length(data)) <= ${pageBytesMax} then
    string_agg(${line}, '') filter (where ${['octet_length(data) <= $8', ...conditions].join(' and ')})
  end as text,
  count(*)::int as "rowCount",
  sum(octet_length(data))::float8 as bytes,
  max(octet_length(data)) as largest,
  min(created_at) as "createdAt",
  (array_agg(id))[count(*)] as id
from (
  select id, created_at, origin, user_agent, is_spam, data::text as data
  from submissions
  where form_id = $1 and is_spam = $2 and (created_at, id) >= ($3, $4) and (created_at, id) < ($5, $6)
  order by created_at desc, id desc
  limit $7
) as newest`;
}

export type PiecesWanted = Pick<PageWanted, 'formId' | 'filter' | 'range'>;

/** The row so many behind a position; those between are skipped in the index. */
const nextSql = (before: string) => `
select created_at, id
from submissions
where form_id = $1 and is_spam = $2 and (created_at, id) > ($3, $4) and (created_at, id) < (${before})
order by created_at desc, id desc
offset $7::int - 1 limit 1`;

const endsSql = `
with recursive ends as (
  select created_at, id, 1 as n from (${nextSql('$5, $6')}) as first
  union all
  select next.created_at, next.id, n + 1
  from ends cross join lateral (${nextSql('ends.created_at, ends.id')}) as next
  where n < $8
)
select created_at as "createdAt", id from ends order by n`;

/** The position of each so many-th row of a range, the newest first. */
export async function findEnds(
  pool: Pool,
  { formId, filter, range: { after, before } }: PiecesWanted,
  rowsOfPiece: number,
  countMax: number,
): Promise<Position[]> {
  const ends = [after.createdAt, after.id, before.createdAt, before.id];
  const values = [formId, filter.spam, ...ends, rowsOfPiece, countMax];
  return (await pool.query<{ createdAt: Date; id: string }>(endsSql, values)).rows;
}
