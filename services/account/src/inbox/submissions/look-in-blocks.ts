import type { Queryable } from '@inlet/db/cancellable';
import { rowsWithAll } from '@inlet/submissions/postings';
import { isEmpty, later, type Position, successor } from '@inlet/submissions/range';
import type { Step } from '#inbox/submissions/look-at-rows.ts';
import { type Candidates, type FoundBlock, findAmong, findBlocks } from '#inbox/submissions/search-index.store.ts';
import type { RowsWanted } from '#inbox/submissions/submissions.store.ts';

/** What is common stands in the first blocks; what is rare is looked for in many at once. */
const blocksFirst = 8;
const blocksMost = 128;
/** Rows that one statement holds against the filter: some milliseconds. */
const candidatesMax = 1_000;

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
    let candidates: Candidates[] = [];
    let count = 0;
    for (const [n, block] of blocks.entries()) {
      // A block begins behind a row, which is in the next older one.
      const end = direction === 'older' ? successor(block.from) : block.to;
      // Where a search before this one has stopped.
      if (direction === 'older' && isEmpty({ after: end, before: range.before })) continue;
      const rows = candidatesIn(block, grams);
      if (rows.length > 0) candidates.push({ block: block.to, rows });
      count += rows.length;
      if (count < candidatesMax && n < blocks.length - 1) continue;
      const found = count > 0 ? await findAmong(pool, wanted, candidates) : [];
      yield { found, last: end };
      candidates = [];
      count = 0;
    }
    const last = blocks.at(-1);
    if (!last || blocks.length < limit) return;
    if (direction === 'older') upTo = last.from;
    else range = { ...range, after: later(range.after, last.to) };
  }
}

function candidatesIn({ rowCount, buckets }: FoundBlock, grams: readonly { readonly gram: number }[]): number[] {
  const wanted = grams.flatMap(({ gram }, n) => {
    const bucket = buckets[n];
    return bucket ? [{ gram, bucket }] : [];
  });
  return rowsWithAll(wanted, rowCount);
}
