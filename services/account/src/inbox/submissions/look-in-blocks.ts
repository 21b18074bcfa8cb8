import type { Queryable } from '@inlet/db/cancellable';
import { rowsWithAll } from '@inlet/submissions/postings';
import { later, type Position, successor } from '@inlet/submissions/range';
import type { Step } from '#inbox/submissions/look-at-rows.ts';
import { type Candidate, type FoundBlock, findAmong, findBlocks } from '#inbox/submissions/search-index.store.ts';
import type { RowsWanted } from '#inbox/submissions/submissions.store.ts';

/** What is common stands in the first blocks; what is rare is looked for in many at once. */
const blocksFirst = 8;
const blocksMost = 128;
/** Rows that one statement holds against the filter: some milliseconds. */
const candidatesMax = 2_000;

/** Looks at those rows up to the watermark that have all hashes of what is searched for. */
export async function* lookInBlocks(
  pool: Queryable,
  wanted: RowsWanted,
  watermark: Position,
  grams: readonly { readonly gram: number; readonly bucket: number }[],
): AsyncGenerator<Step, void> {
  const { formId, direction } = wanted;
  const buckets = grams.map(({ bucket }) => bucket);
  let { range } = wanted;
  let upTo = watermark;
  for (let limit = blocksFirst; ; limit = Math.min(blocksMost, limit * 4)) {
    const blocks = await findBlocks(pool, { formId, range, upTo, direction, buckets, limit });
    let candidates: Candidate[] = [];
    for (const [n, block] of blocks.entries()) {
      candidates.push(...candidatesOf(block, grams, direction));
      if (candidates.length < candidatesMax && n < blocks.length - 1) continue;
      const found = candidates.length > 0 ? await findAmong(pool, wanted, candidates) : [];
      // A block begins behind a row, which is in the next older one.
      yield { found, last: direction === 'older' ? successor(block.from) : block.to };
      candidates = [];
    }
    const last = blocks.at(-1);
    if (!last || blocks.length < limit) return;
    if (direction === 'older') upTo = last.from;
    else range = { ...range, after: later(range.after, last.to) };
  }
}

function candidatesOf(
  { to, rowCount, buckets }: FoundBlock,
  grams: readonly { readonly gram: number }[],
  direction: RowsWanted['direction'],
): Candidate[] {
  const wanted = grams.flatMap(({ gram }, n) => {
    const bucket = buckets[n];
    return bucket ? [{ gram, bucket }] : [];
  });
  const rows = rowsWithAll(wanted, rowCount).map((row) => ({ block: to, row }));
  return direction === 'older' ? rows.reverse() : rows;
}
