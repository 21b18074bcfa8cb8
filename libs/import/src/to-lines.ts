import { importLineBytesMax } from '@inlet/contracts/import-limits';
import { type DateReading, readDate } from '#dates/read-date.ts';
import { type FileRow, isRefused, type ReadRow, type RefusedRow } from '#file-shape.ts';
import { hashOf } from '#hash-of.ts';
import { cellOf, objectIn } from '#mapping/columns.ts';
import { originOf } from '#mapping/origin-of.ts';
import type { Mapping } from '#mapping.ts';

/** A row as a line of an import. */
export interface WrittenLine {
  /** The line of the file. */
  readonly line: number;
  /** The line of NDJSON, without its end. */
  readonly text: string;
  /** The size of the text in UTF-8. */
  readonly bytes: number;
}

export type WriteLine = (row: ReadRow) => WrittenLine | RefusedRow;

const encoder = new TextEncoder();

/** Writes the rows of one file as lines of an import. It counts identical rows, so pass each row on once, in order. */
export function createLineWriter(mapping: Mapping): WriteLine {
  const seen = new Map<number, number>();
  return (row) => {
    if (isRefused(row)) return row;
    const mapped = mapRow(row, mapping);
    if (isRefused(mapped)) return mapped;
    const data = JSON.stringify(mapped.data);
    const key = hashOf(`${mapped.createdAt ?? ''}${data}`);
    const occurrence = seen.get(key) ?? 0;
    seen.set(key, occurrence + 1);
    const { createdAt, origin } = mapped;
    const rest = JSON.stringify({ createdAt, origin, ...(occurrence > 0 && { occurrence }) });
    const text = rest === '{}' ? `{"data":${data}}` : `{"data":${data},${rest.slice(1)}`;
    const bytes = encoder.encode(text).length;
    if (bytes > importLineBytesMax) return refuse(row, 'too_large', 'This row is longer than 1 MB');
    return { line: row.line, text, bytes };
  };
}

/** A row after its mapping. */
export interface MappedRow {
  readonly data: Readonly<Record<string, unknown>>;
  readonly createdAt?: string;
  readonly origin?: string;
}

/** Applies a mapping to a row, also for a preview. */
export function mapRow(row: FileRow, mapping: Mapping): MappedRow | RefusedRow {
  const { fieldsIn, date, origin } = mapping;
  const data = fieldsOf(row, mapping);
  if (data === null) return refuse(row, 'invalid_line', `The column "${fieldsIn}" holds no fields`);
  if (Object.keys(data).length === 0) return refuse(row, 'empty_submission', 'This row has no values');
  const createdAt = date === null ? undefined : readDate(cellOf(row, fieldsIn, date), mapping satisfies DateReading);
  if (createdAt === null) return refuse(row, 'invalid_date', `The column "${date}" holds no date`);
  const sentFrom = origin === null ? null : originOf(cellOf(row, fieldsIn, origin));
  return { data, ...(createdAt !== undefined && { createdAt }), ...(sentFrom !== null && { origin: sentFrom }) };
}

function fieldsOf(row: FileRow, { fieldsIn, fields, date, origin }: Mapping): MappedRow['data'] | null {
  const values = fieldsIn === null ? row.values : objectIn(row.values[fieldsIn]);
  if (values === null) return null;
  const named = new Map(fields.map(({ column, field }) => [column, field]));
  const data = new Map<string, unknown>();
  for (const [column, value] of Object.entries(values)) {
    const field = named.get(column) ?? (named.has(column) || column === date || column === origin ? null : column);
    if (field === null) continue;
    // Columns that are joined in one field become a list, as repeated names of a form do.
    data.set(field, data.has(field) ? [data.get(field), value].flat() : value);
  }
  return Object.fromEntries(data);
}

function refuse({ line }: FileRow, code: string, message: string): RefusedRow {
  return { line, code, message };
}
