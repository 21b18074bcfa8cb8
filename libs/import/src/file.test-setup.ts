import { detectShape } from '#detect-shape.ts';
import { type FileRow, isRefused, type ReadRow } from '#file-shape.ts';
import { type RowsRead, readRows } from '#read-rows.ts';
import { suggestMapping } from '#suggest-mapping.ts';

/** The bytes of a file, in pieces of this size. */
export async function* piecesOf(file: string | Uint8Array, size = 1_000): AsyncGenerator<Uint8Array> {
  const bytes = typeof file === 'string' ? new TextEncoder().encode(file) : file;
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

export function rowsOf(file: string | Uint8Array, size?: number): AsyncGenerator<RowsRead> {
  const bytes = typeof file === 'string' ? new TextEncoder().encode(file) : file;
  return readRows(piecesOf(bytes, size), detectShape(bytes));
}

export async function readAll(file: string | Uint8Array, size?: number): Promise<ReadRow[]> {
  const all: ReadRow[] = [];
  for await (const { rows } of rowsOf(file, size)) all.push(...rows);
  return all;
}

export async function valuesOf(file: string | Uint8Array, size?: number) {
  const rows = await readAll(file, size);
  return rows.map((row) => (isRefused(row) ? `${row.line} ${row.code}` : row.values));
}

/** Newer than the compiler's library: `Array.fromAsync`. */
export async function allOf<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const all: Item[] = [];
  for await (const item of items) all.push(item);
  return all;
}

/** The mapping that is suggested for a file, in Berlin. */
export async function suggested(file: string) {
  const rows = (await readAll(file)).filter((row): row is FileRow => !isRefused(row));
  return suggestMapping(rows, 'Europe/Berlin');
}
