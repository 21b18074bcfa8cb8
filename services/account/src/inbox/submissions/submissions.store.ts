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

/** Which of a form's submissions are wanted, and in which order. */
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

/** The conditions that the key answers; they are on the whole of it, so that a page deep in the list costs no more. */
const keyConditions = 'form_id = $1 and is_spam = $2 and (created_at, id) > ($3, $4) and (created_at, id) < ($5, $6)';

function keyValues({ formId, filter, range: { after, before } }: Omit<RowsWanted, 'limit'>): unknown[] {
  return [formId, filter.spam, after.createdAt, after.id, before.createdAt, before.id];
}

/** Bytes of fields that one statement sends: a submission of the largest kind, or a page of small ones. */
export const pieceBytes = 1_000_000;

/** A form's submissions in the order of their key, with what the filter asks for found by looking at each. */
export async function findRows(pool: Queryable, wanted: RowsWanted): Promise<MeasuredRow[]> {
  const values = keyValues(wanted);
  const conditions = [keyConditions, ...matchConditions(wanted.filter, values)];
  values.push(wanted.limit);
  const found = `
    select ${measuredColumns} from submissions where ${conditions.join(' and ')}
    order by ${byKey(wanted.direction)} limit $${values.length}`;
  return (await pool.query<MeasuredRow>(measured(found, pieceBytes), values)).rows;
}

/** The same, but looking at so many rows at the most. */
export async function findRowsAmong(pool: Queryable, wanted: RowsWanted, rowsSeen: number): Promise<MeasuredRow[]> {
  const values = keyValues(wanted);
  const matches = matchConditions(wanted.filter, values);
  values.push(rowsSeen, wanted.limit);
  const order = byKey(wanted.direction);
  const found = `
    select ${measuredColumns} from (
      select * from submissions where ${keyConditions} order by ${order} limit $${values.length - 1}
    ) as seen where ${matches.join(' and ')} order by ${order} limit $${values.length}`;
  return (await pool.query<MeasuredRow>(measured(found, pieceBytes), values)).rows;
}

/** The position of the last of that many rows, or null if there are fewer. */
export async function findPosition(pool: Queryable, wanted: RowsWanted, rowsSeen: number): Promise<Position | null> {
  const { rows } = await pool.query<Position>(
    `select created_at as "createdAt", id from submissions where ${keyConditions}
     order by ${byKey(wanted.direction)} offset $7 limit 1`,
    [...keyValues(wanted), rowsSeen - 1],
  );
  return rows[0] ?? null;
}

/** How far a large form's submissions are in blocks; null where none are. */
export async function findWatermark(pool: Queryable, formId: string): Promise<Position | null> {
  const { rows } = await pool.query<Position>({
    name: 'search-watermark',
    text: `select to_at as "createdAt", to_id as id from search_marks where form_id = $1`,
    values: [formId],
  });
  return rows[0] ?? null;
}

/** A text in small letters, as the database makes them. */
export async function lowered(pool: Queryable, text: string): Promise<string> {
  const { rows } = await pool.query<{ text: string }>({
    name: 'lowered',
    text: 'select lower($1) as text',
    values: [text],
  });
  return rows[0]?.text ?? text;
}

export interface Indexed {
  readonly watermark: Position;
  /** Hashes of which a block must have all. */
  readonly grams: readonly number[];
  /** The hash of blocks that are looked at in any case. */
  readonly anything: number;
}

/**
 * The same for what is in blocks: those that may hold something are found by their hashes, and their rows are looked at
 * in the order of the key until there are enough. The lists of hashes are merged once, before the first row is looked at.
 * A block's own bounds must be the only ones that the key sees, or it is read from the bounds of the whole: hence the
 * `is true` behind those. The inner limit keeps the planner from turning the loop over blocks inside out.
 */
export async function findIndexedRows(
  pool: Queryable,
  wanted: RowsWanted,
  { watermark, grams, anything }: Indexed,
): Promise<MeasuredRow[]> {
  const values = keyValues(wanted);
  const matches = matchConditions(wanted.filter, values);
  const add = (value: unknown) => `$${values.push(value)}`;
  const [watermarkAt, watermarkId] = [add(watermark.createdAt), add(watermark.id)];
  const limit = add(wanted.limit);
  const has = [grams, [anything]].map((list) => `grams @> ${add(`{${list.join(',')}}`)}::int[]`);
  const order = orderBy(wanted.direction, 'to_at', 'to_id', 'found.created_at', 'found.id');
  const found = `
    with blocks as materialized (
       select from_at, from_id, to_at, to_id from search_blocks
       where form_id = $1 and (${has.join(' or ')}) and (to_at, to_id) <= (${watermarkAt}, ${watermarkId})
         and (to_at, to_id) > ($3, $4) and (from_at, from_id) < ($5, $6)
       order by ${orderBy(wanted.direction, 'to_at', 'to_id')}
     )
     select found.* from blocks cross join lateral (
       select ${measuredColumns} from submissions
       where form_id = $1 and is_spam = $2
         and (created_at, id) > (from_at, from_id) and (created_at, id) <= (to_at, to_id)
         and ((created_at, id) > ($3, $4)) is true and ((created_at, id) < ($5, $6)) is true
         and ${matches.join(' and ')}
       order by ${byKey(wanted.direction)} limit ${limit}
     ) as found
     order by ${order}
     limit ${limit}`;
  return (await pool.query<MeasuredRow>(measured(found, pieceBytes), values)).rows;
}

/** The fields of submissions by their ids; of one that is gone there are none. */
export async function findFields(pool: Queryable, ids: readonly string[]): Promise<Map<string, string>> {
  const { rows } = await pool.query<{ id: string; data: string }>({
    name: 'fields-by-id',
    text: 'select id, data::text as data from submissions where id = any($1::uuid[])',
    values: [ids],
  });
  return new Map(rows.map(({ id, data }) => [id, data]));
}

/** One submission, if it is the form's. */
export async function findSubmission(pool: Queryable, formId: string, id: string): Promise<InboxRow | null> {
  const { rows } = await pool.query<InboxRow>({
    name: 'one-submission',
    text: `select ${submissionColumns}, ${stateColumn('submissions.id')} from submissions where id = $1 and form_id = $2`,
    values: [id, formId],
  });
  return rows[0] ?? null;
}
