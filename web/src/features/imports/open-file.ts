import { detectShape, shapeBytes } from '@inlet/import/detect-shape';
import { FileError, type FileRow, type FileShape } from '@inlet/import/file-shape';
import { firstRows } from '@inlet/import/first-rows';
import type { SuggestedMapping } from '@inlet/import/mapping';
import { suggestMapping } from '@inlet/import/suggest-mapping';
import { formatBytes } from '#lib/wording.ts';

/**
 * A file of this size takes a browser some minutes, and 100 MB of memory to tell its identical rows apart. The command
 * line takes larger ones.
 */
export const fileBytesMax = 500_000_000;

/** A file that can be imported, as its first rows show it. */
export interface OpenedFile {
  readonly file: File;
  readonly shape: FileShape;
  /** The first rows. */
  readonly rows: readonly FileRow[];
  readonly suggested: SuggestedMapping;
}

/** Reads the start of a file. Throws a `FileError` for one that can't be imported. */
export async function openFile(file: File, timeZone: string): Promise<OpenedFile> {
  if (file.size > fileBytesMax) {
    throw new FileError(
      `This file has ${formatBytes(file.size)}, and a browser imports up to ${formatBytes(fileBytesMax)}. Divide it, or import it with the command line: inlet import.`,
    );
  }
  const start = new Uint8Array(await file.slice(0, shapeBytes).arrayBuffer());
  const shape = detectShape(start);
  const rows = await firstRows(file.stream(), shape);
  return { file, shape, rows, suggested: suggestMapping(rows, timeZone) };
}
