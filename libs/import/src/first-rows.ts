import { FileError, type FileRow, type FileShape, isRefused, lineWord } from '#file-shape.ts';
import { type FileBytes, readRows } from '#read-rows.ts';

/** How many rows of a file's start tell what its columns are. */
const rowsMax = 200;
/** Bytes that are read for them; rows may be long. */
const bytesMax = 8_000_000;

/** The first rows of a file, which tell what its columns are. Throws a `FileError` if it has none. */
export async function firstRows(bytes: FileBytes, shape: FileShape): Promise<FileRow[]> {
  const rows: FileRow[] = [];
  let fault = '';
  for await (const read of readRows(bytes, shape)) {
    for (const row of read.rows) {
      if (!isRefused(row)) rows.push(row);
      else fault ||= ` ${lineWord(shape)} ${row.line}: ${row.message}.`;
    }
    if (rows.length >= rowsMax || read.bytesRead > bytesMax) break;
  }
  if (rows.length === 0) throw new FileError(`The file has no row that can be imported.${fault}`);
  return rows.slice(0, rowsMax);
}
