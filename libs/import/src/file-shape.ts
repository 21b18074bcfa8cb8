export const separators = [',', ';', '\t'] as const;
export type Separator = (typeof separators)[number];

/** How the bytes of a file become rows. */
export type FileShape =
  | { readonly format: 'csv'; readonly encoding: Encoding; readonly separator: Separator }
  /** `ndjson` has an object a line; `json` has one list of objects, at its top or as a member of an object. */
  | { readonly format: 'ndjson' | 'json'; readonly encoding: Encoding };
export type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252';

/** The name of a column and its value: text in CSV, any value in JSON. Names that repeat are told apart. */
export type RowValues = Readonly<Record<string, unknown>>;

/** A row of a file; `line` is the line on which it begins. */
export interface FileRow {
  readonly line: number;
  readonly values: RowValues;
}

/** What the number of a row counts: rows of a JSON list have no lines. */
export function lineWord({ format }: FileShape): 'Line' | 'Row' {
  return format === 'json' ? 'Row' : 'Line';
}

/** A row that can't be sent, with a code and a sentence for people. */
export interface RefusedRow {
  readonly line: number;
  readonly code: string;
  readonly message: string;
}

export type ReadRow = FileRow | RefusedRow;

export function isRefused<Row extends object>(row: Row | RefusedRow): row is RefusedRow {
  return 'code' in row;
}

/** The whole file can't be read. The message says why, and what to do. */
export class FileError extends Error {
  override readonly name = 'FileError';
}
