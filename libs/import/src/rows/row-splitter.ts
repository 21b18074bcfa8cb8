import type { ReadRow, RefusedRow } from '#file-shape.ts';

/** Takes the text of a file in pieces, and gives its rows as they become complete. */
export interface RowSplitter {
  push(text: string): ReadRow[];
  end(): ReadRow[];
}

/** The most characters of a row. What is longer is skipped to its end, so that memory stays bounded. */
export const rowCharactersMax = 1_000_000;

export function tooLong(line: number): RefusedRow {
  return { line, code: 'too_large', message: 'This row is longer than 1 MB' };
}
