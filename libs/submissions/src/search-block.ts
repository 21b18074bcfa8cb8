import type { Position } from '#range.ts';
import { searchGrams } from '#search-grams.ts';

/** A submission as the index reads it. */
export interface IndexableRow {
  readonly createdAt: Date;
  readonly id: string;
  /** Its fields in small letters, or null where they are too long to be taken apart. */
  readonly text: string | null;
  readonly origin: string | null;
  readonly hash: string;
}

/** Consecutive rows, after one position and up to another one. */
export interface SearchBlock {
  readonly from: Position;
  readonly to: Position;
  readonly fingerprint: bigint;
  readonly grams: readonly number[];
}

/**
 * Rows of a block. Fewer make a larger index, more make a search look at more rows in vain: one that has some of a
 * term's hashes may stand beside one that has the others.
 */
export const blockRows = 16;
/** Characters of a block; a long submission has one to itself. */
const blockCharacters = 32_768;

/** Joins rows, in the order of their key, to blocks without a gap. */
export function* cutBlocks(formId: string, start: Position, rows: readonly IndexableRow[]): Generator<SearchBlock> {
  const grams = searchGrams(formId);
  let from = start;
  for (const part of parts(rows)) {
    const found = new Set<number>();
    let fingerprint = 0n;
    for (const { text, origin, hash } of part) {
      found.add(grams.ofOrigin(origin));
      if (text === null) found.add(grams.anything);
      else grams.addText(found, text);
      fingerprint ^= BigInt(hash);
    }
    const { createdAt, id } = part.at(-1) ?? from;
    const to = { createdAt, id };
    yield { from, to, fingerprint, grams: [...found] };
    from = to;
  }
}

function* parts(rows: readonly IndexableRow[]): Generator<IndexableRow[]> {
  let part: IndexableRow[] = [];
  let characters = 0;
  for (const row of rows) {
    const length = row.text?.length ?? 0;
    if (part.length === blockRows || (part.length > 0 && characters + length > blockCharacters)) {
      yield part;
      part = [];
      characters = 0;
    }
    part.push(row);
    characters += length;
  }
  if (part.length > 0) yield part;
}
