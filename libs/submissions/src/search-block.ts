import { foldText } from '@inlet/contracts/search-query';
import { collectGrams } from '#gram-rows.ts';
import { writePostings } from '#postings.ts';
import type { Position } from '#range.ts';
import { searchGrams } from '#search-grams.ts';
import { unescapeJson } from '#unescape-json.ts';

/** A submission as the index reads it. */
export interface IndexableRow {
  readonly createdAt: Date;
  readonly id: string;
  /** Its fields as JSON, or null where they are too long to be taken apart. */
  readonly text: string | null;
  readonly origin: string | null;
  readonly hash: string;
}

/** Consecutive rows, after one position and up to another one. */
export interface SearchBlock {
  readonly from: Position;
  readonly to: Position;
  readonly fingerprint: bigint;
  /** Of 16 bytes each, in the order of the rows. */
  readonly ids: Buffer;
  /** Where each bucket of the postings begins, and where the last one ends. */
  readonly directory: readonly number[];
  readonly postings: Buffer;
}

/** Rows of a block. A search reads a few hundred bytes of each block, and at most so many rows that are in none yet. */
export const blockRows = 2_048;
/** Characters of a block; a row that would exceed it begins the next one. */
export const blockCharacters = 2_000_000;
/** Rows after which the caller lets others have a turn: some milliseconds. */
const rowsOfTurn = 128;

const idBytes = 16;

/** Makes a block of rows, in the order of their key. */
export async function buildBlock(
  formId: string,
  from: Position,
  rows: readonly IndexableRow[],
  turn: () => Promise<unknown>,
): Promise<SearchBlock> {
  const grams = searchGrams(formId);
  const collector = collectGrams();
  const ids = Buffer.alloc(rows.length * idBytes);
  const long: number[] = [];
  let fingerprint = 0n;
  for (const [n, { id, text, origin, hash }] of rows.entries()) {
    const add = (gram: number) => collector.add(gram, n);
    if (text === null) long.push(n);
    else grams.ofText(foldText(unescapeJson(text)), add);
    add(grams.ofOrigin(origin));
    ids.write(id.replaceAll('-', ''), n * idBytes, 'hex');
    fingerprint ^= BigInt(hash);
    if (n % rowsOfTurn === rowsOfTurn - 1) await turn();
  }
  const { createdAt, id } = rows.at(-1) ?? from;
  return { from, to: { createdAt, id }, fingerprint, ids, ...writePostings(collector.collected(), long, rows.length) };
}
