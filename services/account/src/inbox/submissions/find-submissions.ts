import { asStored, parseQuery } from '@inlet/contracts/search-query';
import type { SearchProgress } from '@inlet/contracts/submissions';
import type { Queryable } from '@inlet/db/cancellable';
import { bucketOf } from '@inlet/submissions/postings';
import { type Direction, isEmpty, later, type Position, type Range } from '@inlet/submissions/range';
import { searchGrams } from '@inlet/submissions/search-grams';
import { lookAtRows } from '#inbox/submissions/look-at-rows.ts';
import { lookInBlocks } from '#inbox/submissions/look-in-blocks.ts';
import { findIndex, noteSearch, type SearchIndex } from '#inbox/submissions/search-index.store.ts';
import type { MeasuredRow } from '#inbox/submissions/submission-row.ts';
import { type Counted, countedMax, findMeasured, type RowsWanted } from '#inbox/submissions/submissions.store.ts';

/** Forms with fewer submissions are searched without an index, by looking at each: some 50 ms. */
export const smallFormRows = 20_000;
/** When a search answers with what it has found, and when it no longer counts matches beyond its page. */
const timeLimits = { searchMs: 2_000, countMs: 1_000 };
/** More hashes would make it read more of the index and hardly rule out more. */
const gramsMax = 8;
/** Rows that are in no block yet do not make an index unfinished: a search looks at them soon enough. */
const restRows = 5_000;

export interface SearchWanted extends RowsWanted {
  /** Submissions of the form in both folders. */
  readonly rowCount: number;
  /** Whether matches are to be counted, or only to be found. */
  readonly isCounted: boolean;
}

export interface Found {
  readonly rows: readonly MeasuredRow[];
  /** Null where nothing was counted. */
  readonly counted: Counted | null;
  /** Where a search that took too long has stopped, itself excluded; null for one that has found its page. */
  readonly stoppedAt: Position | null;
  /** Of a search alone. */
  readonly progress: SearchProgress | undefined;
}

/** What the key of the table has found. */
export function foundByKey(rows: readonly MeasuredRow[]): Found {
  return { rows, counted: null, stoppedAt: null, progress: undefined };
}

/** Submissions that a filter finds, in the order of the direction, at most so many. */
export async function findSubmissions(
  pool: Queryable,
  wanted: SearchWanted,
  { searchMs, countMs } = timeLimits,
): Promise<Found> {
  const { formId, limit, direction, rowCount, isCounted } = wanted;
  const isLarge = rowCount > smallFormRows;
  if (isLarge) await noteSearch(pool, formId);
  const index = await findIndex(pool, formId);
  const enough = isCounted ? Math.max(limit, countedMax + 1) : limit;
  const startMs = performance.now();
  const found: Position[] = [];
  let stoppedAt: Position | null = null;
  let isWhole = true;
  for await (const step of lookThrough(pool, wanted, index)) {
    found.push(...step.found);
    const tookMs = performance.now() - startMs;
    if (found.length < enough && tookMs < (found.length < limit ? searchMs : countMs)) continue;
    isWhole = false;
    if (found.length < limit) stoppedAt = step.last;
    break;
  }
  return {
    rows: await findMeasured(pool, direction, found.slice(0, limit)),
    counted: { count: Math.min(found.length, countedMax), isExact: isCounted && isWhole },
    stoppedAt,
    progress: {
      isComplete: stoppedAt === null,
      searchedBack: stoppedAt?.createdAt instanceof Date ? stoppedAt.createdAt.toISOString() : null,
      progress: isLarge ? shareOf(index?.rowCount ?? 0, rowCount) : 1,
    },
  };
}

/** The part of a form that is in its index. */
function shareOf(indexed: number, rowCount: number): number {
  return rowCount - indexed <= restRows ? 1 : Math.max(0, indexed / rowCount);
}

/** What came after the watermark is in no block yet; blocks themselves end at the watermark. */
async function* lookThrough(pool: Queryable, wanted: SearchWanted, index: SearchIndex | null) {
  const grams = index ? gramsOf(wanted) : [];
  if (!index || grams.length === 0) return yield* lookAtRows(pool, wanted);
  for (const { range, isIndexed } of partsOf(wanted.range, index.watermark, wanted.direction)) {
    if (isEmpty(range)) continue;
    const part = { ...wanted, range };
    if (isIndexed) yield* lookInBlocks(pool, part, index.watermark, grams);
    else yield* lookAtRows(pool, part);
  }
}

function gramsOf({ formId, filter: { q, origin } }: RowsWanted): { gram: number; bucket: number }[] {
  const { ofTerm, ofOrigin } = searchGrams(formId);
  const ofText = parseQuery(q).flatMap(({ text }) => ofTerm(asStored(text)));
  const all = origin === undefined ? ofText : [ofOrigin(origin === 'none' ? null : origin), ...ofText];
  return [...new Set(all)].slice(0, gramsMax).map((gram) => ({ gram, bucket: bucketOf(gram) }));
}

function partsOf(range: Range, watermark: Position, direction: Direction) {
  const parts = [
    { isIndexed: false, range: { ...range, after: later(range.after, watermark) } },
    { isIndexed: true, range },
  ];
  return direction === 'older' ? parts : parts.reverse();
}
