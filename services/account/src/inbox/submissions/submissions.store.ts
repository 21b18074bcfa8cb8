import type { SubmissionFilter } from '@inlet/contracts/submissions';
import type { Queryable } from '@inlet/db/cancellable';
import type { Direction, Position, Range } from '@inlet/submissions/range';
import { matchConditions } from '#inbox/submissions/match-conditions.ts';
import { stateColumn } from '#inbox/submissions/state-row.ts';
import {
  type InboxRow,
  type MeasuredRow,
  measured,
  measuredColumns,
  submissionColumns,
} from '#inbox/submissions/submission-row.ts';

/** The wanted submissions of a form, and their order. */
export interface RowsWanted {
  readonly formId: string;
  readonly filter: SubmissionFilter;
  readonly range: Range;
  readonly direction: Direction;
  readonly limit: number;
}

/** Columns in the order of a direction. */
function orderBy(direction: Direction, ...columns: readonly string[]): string {
  return columns.map((column) => `${column} ${direction === 'older' ? 'desc' : 'asc'}`).join(', ');
}

const byKey = (direction: Direction) => orderBy(direction, 'created_at', 'id');

/** Conditions on the whole key, so that a page deep in the list costs no more. */
const keyConditions = 'form_id = $1 and is_spam = $2 and (created_at, id) > ($3, $4) and (created_at, id) < ($5, $6)';

function keyValues({ formId, filter, range: { after, before } }: Omit<RowsWanted, 'limit'>): unknown[] {
  return [formId, filter.spam, after.createdAt, after.id, before.createdAt, before.id];
}

/** Bytes of fields in one statement: a submission of maximum size, or a page of small ones. */
export const pieceBytes = 1_000_000;

/** A form's submissions in the order of their key; each is checked against the filter. */
export async function findRows(pool: Queryable, wanted: RowsWanted): Promise<MeasuredRow[]> {
  const values = keyValues(wanted);
  const conditions = [keyConditions, ...matchConditions(wanted.filter, values)];
  values.push(wanted.limit);
  const found = `
    select ${measuredColumns} from submissions where ${conditions.join(' and ')}
    order by ${byKey(wanted.direction)} limit $${values.length}`;
  return (await pool.query<MeasuredRow>(measured(found, pieceBytes), values)).rows;
}

/**
 * The same for a whole folder, with its current number; undefined if no row was found. A number that is read separately
 * would differ from the rows while submissions arrive.
 */
export async function findRowsOfFolder(
  pool: Queryable,
  wanted: RowsWanted,
): Promise<{ rows: MeasuredRow[]; count: number | undefined }> {
  const found = `
    select ${measuredColumns} from submissions where ${keyConditions} order by ${byKey(wanted.direction)} limit $7`;
  const column = wanted.filter.spam ? 'spam_count' : 'submission_count';
  const { rows } = await pool.query<MeasuredRow & { readonly count: number | null }>(
    `select page.*, (select ${column}::float8 from form_totals where form_id = $1) as count
     from (${measured(found, pieceBytes)}) as page`,
    [...keyValues(wanted), wanted.limit],
  );
  return { rows, count: rows[0]?.count ?? undefined };
}

/** Matches are counted up to this number. */
export const countedMax = 1_000;

/** A number of matches; if it is not exact, there are more. */
export interface Counted {
  readonly count: number;
  readonly isExact: boolean;
}

/** Caps a count at `countedMax`. */
export function countedTo(count: number): Counted {
  return { count: Math.min(count, countedMax), isExact: count <= countedMax };
}

/** Positions of matches, and of the last row that was checked; null if there was none. */
export interface Matches {
  readonly found: readonly Position[];
  readonly last: Position | null;
  readonly rowsSeen: number;
}

/** Checks a number of rows in the order of the key. */
export async function findMatches(
  pool: Queryable,
  wanted: Omit<RowsWanted, 'limit'>,
  rowsMax: number,
): Promise<Matches> {
  const values = keyValues(wanted);
  const matches = matchConditions(wanted.filter, values).join(' and ') || 'true';
  const order = byKey(wanted.direction);
  const { rows } = await pool.query<Position & { readonly isMatch: boolean; readonly rowsSeen: number }>(
    `with seen as materialized (
       select created_at, id, (${matches}) is true as is_match
       from submissions where ${keyConditions} order by ${order} limit $${values.push(rowsMax)}
     ), numbered as (select *, row_number() over () as n, count(*) over ()::int as rows_seen from seen)
     select created_at as "createdAt", id, is_match as "isMatch", rows_seen as "rowsSeen"
     from numbered where is_match or n = rows_seen order by n`,
    values,
  );
  const last = rows.at(-1);
  const found = rows.filter(({ isMatch }) => isMatch);
  return { found, last: last ?? null, rowsSeen: last?.rowsSeen ?? 0 };
}

/** Submissions by their ids, in the order of the key. */
export async function findMeasured(
  pool: Queryable,
  direction: Direction,
  positions: readonly Position[],
): Promise<MeasuredRow[]> {
  if (positions.length === 0) return [];
  const found = `
    select ${measuredColumns} from submissions where id = any($1::uuid[]) order by ${byKey(direction)}`;
  return (await pool.query<MeasuredRow>(measured(found, pieceBytes), [positions.map(({ id }) => id)])).rows;
}

/** The fields of submissions by their ids, without deleted ones. */
export async function findFields(pool: Queryable, ids: readonly string[]): Promise<Map<string, string>> {
  const { rows } = await pool.query<{ id: string; data: string }>({
    name: 'fields-by-id',
    text: 'select id, data::text as data from submissions where id = any($1::uuid[])',
    values: [ids],
  });
  return new Map(rows.map(({ id, data }) => [id, data]));
}

/** A submission, if it belongs to the form. */
export async function findSubmission(pool: Queryable, formId: string, id: string): Promise<InboxRow | null> {
  const { rows } = await pool.query<InboxRow>({
    name: 'one-submission',
    text: `select ${submissionColumns}, ${stateColumn('submissions.id')} from submissions where id = $1 and form_id = $2`,
    values: [id, formId],
  });
  return rows[0] ?? null;
}
