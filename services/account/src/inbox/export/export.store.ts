import { createHash } from 'node:crypto';
import type { SubmissionFilter } from '@inlet/contracts/submissions';
import type { Connectable, Queryable } from '@inlet/db/cancellable';
import type { Reads } from '@inlet/db/reads';
import { transaction } from '@inlet/db/transaction';
import type { Position, Range } from '@inlet/submissions/range';
import type { QueryConfig, QueryResult } from 'pg';
import { matchConditions } from '#inbox/submissions/match-conditions.ts';

/** The lines of the newest submissions of a range. */
export interface ExportPage {
  /** Null if none of them is wanted. */
  readonly text: string | null;
  /** The number of rows that the next page should read, by the size of these. */
  readonly nextRows: number;
  /** The end of the page; null if nothing of the range remains after it. */
  readonly last: Position | null;
}

export interface PageWanted {
  readonly formId: string;
  readonly filter: SubmissionFilter;
  /** The remaining range, including the row at its end. */
  readonly range: Range;
  /** The expression that converts a row to a line. */
  readonly line: string;
  /** The most rows to read. */
  readonly rowsMax: number;
}

/** Bytes of fields in a page if submissions have similar sizes. */
const usualBytes = 100_000;
/**
 * The limit of a page, unless a single submission exceeds it. Texts of 128 kB or more are large objects, which only a
 * full garbage collection frees: pages of 500 kB made the process grow by 200 MB.
 */
const pageBytesMax = 250_000;
/** Bytes of fields that PostgreSQL converts in one statement, before it knows whether they fit on a page. */
const madeBytesMax = 4_000_000;
const int4Max = 2 ** 31 - 1;
/** Timeout of a page with a text search; half of the gateway's timeout. */
const searchedPageMs = 30_000;
/** So much later a server that has not ended it hangs. */
const hangMs = 1_000;

/**
 * Each page is a separate statement: while a slow client reads, no connection and no snapshot is held, which would keep
 * PostgreSQL from vacuuming. The key only descends, so no submission can come twice. Sizes are mostly similar, so a
 * page that turns out too large is read again with fewer rows: adding them up row by row took a sixth of the time.
 */
export async function readExportPage(reads: Reads, { rowsMax, ...wanted }: PageWanted): Promise<ExportPage> {
  for (let rows = rowsMax; ; ) {
    const rowBytesMax = rows === 1 ? int4Max : Math.floor(madeBytesMax / rows);
    const page = await readRows(reads, wanted, rows, rowBytesMax);
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
  /** Rows that were read, wanted or not. */
  readonly rowCount: number;
  /** Bytes of fields, in all rows and in the largest one. */
  readonly bytes: number;
  readonly largest: number;
  readonly createdAt: Date | null;
  readonly id: string | null;
}

async function readRows(
  reads: Reads,
  { formId, filter, range: { after, before }, line }: Omit<PageWanted, 'rowsMax'>,
  rowsMax: number,
  rowBytesMax: number,
): Promise<PageRow | undefined> {
  const values: unknown[] = [formId, filter.spam, after.createdAt, after.id, before.createdAt, before.id];
  values.push(rowsMax, rowBytesMax);
  const text = pageSql(line, matchConditions(filter, values));
  // Parsing and planning such a long statement takes as long as making a third of its lines.
  const query = { name: `page ${createHash('sha1').update(text).digest('hex')}`, text, values };
  // Searching a text in large fields takes a while; all other work on a page takes milliseconds.
  const { rows } = await (filter.q === ''
    ? reads.query<PageRow>(query)
    : reads.run((pool) => readSearched(pool, query)));
  return rows[0];
}

function readSearched(pool: Connectable, query: QueryConfig): Promise<QueryResult<PageRow>> {
  // The types leave out the timeout of a single statement; the server's own comes first.
  const patient = Object.assign({ query_timeout: searchedPageMs + hangMs }, query);
  return transaction(pool, (client) => client.query<PageRow>(patient), { statementTimeoutMs: searchedPageMs });
}

/**
 * Only rows found by the key are compared with the filter, so that a page ends even if nothing on it matches. The inner
 * rows are ordered, and the outer query keeps their order.
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
  select id, created_at, origin, user_agent, is_spam, data::text as data, rule_errors, rules_version,
    confirmation, confirmed_at
  from submissions
  where form_id = $1 and is_spam = $2 and (created_at, id) >= ($3, $4) and (created_at, id) < ($5, $6)
  order by created_at desc, id desc
  limit $7
) as newest`;
}

export type PiecesWanted = Pick<PageWanted, 'formId' | 'filter' | 'range'>;

/** The row this many places after a position; the rows between are skipped in the index. */
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

/** The position of every n-th row of a range, newest first. */
export async function findEnds(
  pool: Queryable,
  { formId, filter, range: { after, before } }: PiecesWanted,
  rowsOfPiece: number,
  countMax: number,
): Promise<Position[]> {
  const ends = [after.createdAt, after.id, before.createdAt, before.id];
  const values = [formId, filter.spam, ...ends, rowsOfPiece, countMax];
  return (await pool.query<{ createdAt: Date; id: string }>(endsSql, values)).rows;
}
