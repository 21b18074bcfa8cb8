import { sortedMax } from '@inlet/contracts/submission-limits';
import type { SubmissionFilter } from '@inlet/contracts/submissions';
import type { Queryable } from '@inlet/db/cancellable';
import type { Range } from '@inlet/submissions/range';
import { matchConditions } from '#inbox/submissions/match-conditions.ts';
import { type MeasuredRow, measured, measuredColumns } from '#inbox/submissions/submission-row.ts';
import { pieceBytes } from '#inbox/submissions/submissions.store.ts';

export interface SortedWanted {
  readonly formId: string;
  readonly filter: SubmissionFilter;
  readonly range: Range;
  readonly sort: string;
  readonly order: 'asc' | 'desc';
  readonly limit: number;
  /** The row that precedes the page, and its position when it was read. */
  readonly cursor: { readonly id: string; readonly position: number; readonly isBack: boolean } | null;
}

export interface SortedRow extends MeasuredRow {
  /** The position in the whole list, from 0. */
  readonly position: number;
}

export interface SortedRows {
  readonly rows: readonly SortedRow[];
  /** Submissions that match the filter; one more than the maximum means more. */
  readonly found: number;
}

/** Longer values are compared by their start only. */
const keyLength = 100;
/** Numbers come first in numeric order, then texts, and missing values last. */
const keySql = (sort: string) => `left(data ->> ${sort}::text, ${keyLength})`;
const numberSql = String.raw`case when value ~ '^\s*[+-]?\d{1,15}([.]\d{1,9})?\s*$' then value::numeric end`;

/**
 * A page of a form's submissions, sorted by a field. The order is created again for each page, and the page begins behind
 * the row that the cursor names, wherever that is by now; where it is gone, at its old position.
 */
export async function findSorted(pool: Queryable, wanted: SortedWanted): Promise<SortedRows> {
  const { formId, filter, range, sort, order, limit, cursor } = wanted;
  const { after, before } = range;
  const values: unknown[] = [formId, filter.spam, after.createdAt, after.id, before.createdAt, before.id];
  const add = (value: unknown) => `$${values.push(value)}`;
  const conditions = [
    'form_id = $1 and is_spam = $2 and (created_at, id) > ($3, $4) and (created_at, id) < ($5, $6)',
    ...matchConditions(filter, values),
  ];
  const behind =
    cursor && `coalesce((select position from ordered where id = ${add(cursor.id)}), ${add(cursor.position)}::int)`;
  const isBack = cursor?.isBack === true;
  const direction = isBack ? 'desc' : 'asc';
  const page = `select id, position from ordered ${behind ? `where position ${isBack ? '<' : '>'} ${behind}` : ''}
    order by position ${direction} limit ${add(limit)}`;
  const text = `
with found as materialized (
  select id, created_at, ${keySql(add(sort))} as value from submissions where ${conditions.join(' and ')}
  limit ${sortedMax + 1}
), keys as (
  select id, created_at, lower(nullif(trim(value), '')) as value, ${numberSql} as number from found
), ordered as materialized (
  select id, (row_number() over (
    order by value is null, number is null, number ${order}, value ${order}, created_at desc, id desc
  ))::int - 1 as position from keys
), page as (${page}), measured as (${measured(
    `select ${measuredColumns} from submissions where id in (select id from page)`,
    pieceBytes,
  )})
select counted.found, page.position, measured.*
from (select count(*)::int as found from found) as counted left join page on true left join measured on measured.id = page.id
order by position ${direction}`;
  const { rows } = await pool.query<SortedRow & { readonly found: number }>(text, values);
  return { rows: rows.filter(({ id }) => id !== null), found: rows[0]?.found ?? 0 };
}
