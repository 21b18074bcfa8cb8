import { parseExactly } from '#exact-json.ts';
import type { FileRow, RowValues } from '#file-shape.ts';

/** Every column of some rows, in the order in which they first appear. */
export function columnsOf(rows: readonly { readonly values: RowValues }[]): string[] {
  return [...new Set(rows.flatMap(({ values }) => Object.keys(values)))];
}

/** The fields of a row's column that holds an object, or its JSON; null for anything else. */
export function objectIn(value: unknown): RowValues | null {
  const object = typeof value === 'string' && value.startsWith('{') ? parse(value) : value;
  return typeof object === 'object' && object !== null && !Array.isArray(object) ? (object as RowValues) : null;
}

/** The columns whose values can be fields: those of the rows, or of an object in them. */
export function fieldColumnsOf(rows: readonly FileRow[], fieldsIn: string | null): string[] {
  if (fieldsIn === null) return columnsOf(rows);
  return columnsOf(rows.map(({ values }) => ({ values: objectIn(values[fieldsIn]) ?? {} })));
}

/** The value of a row's column, or of the object in it. */
export function cellOf({ values }: FileRow, fieldsIn: string | null, column: string): unknown {
  if (Object.hasOwn(values, column) || fieldsIn === null) return values[column];
  return objectIn(values[fieldsIn])?.[column];
}

/** The values of a column, without empty ones. */
export function valuesOf(rows: readonly FileRow[], fieldsIn: string | null, column: string): unknown[] {
  return rows.map((row) => cellOf(row, fieldsIn, column)).filter(isFilled);
}

function isFilled(value: unknown): boolean {
  return value !== undefined && value !== null && value !== '';
}

function parse(text: string): unknown {
  try {
    return parseExactly(text);
  } catch {
    return null;
  }
}
