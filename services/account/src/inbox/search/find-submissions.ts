import type { SearchProgress } from '@inlet/contracts/submissions';
import type { Queryable } from '@inlet/db/cancellable';
import { beyond, isEmpty, type Position, successor } from '@inlet/submissions/range';
import { lookAtRows } from '#inbox/search/look-at-rows.ts';
import { type LimitsOfTexts, limitsOfTexts, lookInTexts, patternsOf } from '#inbox/search/look-in-texts.ts';
import { findIndex, noteSearch, type SearchIndex } from '#inbox/search/search-index.store.ts';
import type { MeasuredRow } from '#inbox/submissions/submission-row.ts';
import { type Counted, countedMax, findMeasured, type RowsWanted } from '#inbox/submissions/submissions.store.ts';

/** Forms with fewer submissions are searched without an index, by checking each: some 50 ms. */
export const smallFormRows = 20_000;
/** When a search returns what it has found, and when it stops counting matches beyond its page. */
const limitsOfAll = { ...limitsOfTexts, searchMs: 2_000, countMs: 1_000 };

export interface SearchWanted extends RowsWanted {
  /** Submissions of the form in both folders. */
  readonly rowCount: number;
  /** True if matches must be counted besides being found. */
  readonly isCounted: boolean;
}

export interface SearchFound {
  readonly rows: readonly MeasuredRow[];
  readonly counted: Counted;
  /** The exclusive position at which a search timed out; null if it has found its page. */
  readonly stoppedAt: Position | null;
  readonly progress: SearchProgress;
}

/** Records the search of a form that needs an index. It writes, so it is done before the search, on the primary. */
export async function noteIfLarge(
  primary: Queryable,
  { formId, rowCount }: Pick<SearchWanted, 'formId' | 'rowCount'>,
): Promise<void> {
  if (rowCount > smallFormRows) await noteSearch(primary, formId);
}

/** The first submissions that match a filter, in the given direction. */
export async function findSubmissions(
  pool: Queryable,
  wanted: SearchWanted,
  limits: Partial<typeof limitsOfAll> = {},
): Promise<SearchFound> {
  const { searchMs, countMs, ...ofTexts } = { ...limitsOfAll, ...limits };
  const { formId, limit, direction, rowCount, isCounted } = wanted;
  const index = await findIndex(pool, formId);
  const enough = isCounted ? Math.max(limit, countedMax + 1) : limit;
  const startMs = performance.now();
  const found: Position[] = [];
  let stoppedAt: Position | null = null;
  let isWhole = true;
  for await (const step of lookThrough(pool, wanted, index, ofTexts)) {
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
      progress: rowCount > smallFormRows ? shareOf(index, rowCount) : 1,
    },
  };
}

/**
 * The share of a form that is in its index. Submissions since the first texts were written are in it but not counted.
 */
function shareOf(index: SearchIndex | null, rowCount: number): number {
  if (!index) return 0;
  return index.watermark ? Math.min(1, index.rowCount / rowCount) : 1;
}

/** Texts are written for the newest submissions first. Words without trigrams are searched in the rows themselves. */
async function* lookThrough(pool: Queryable, wanted: SearchWanted, index: SearchIndex | null, limits: LimitsOfTexts) {
  const { filter, range, direction } = wanted;
  const patterns = patternsOf(filter);
  if (!index || patterns.length === 0) return yield* lookAtRows(pool, wanted);
  const { watermark } = index;
  if (!watermark) return yield* lookInTexts(pool, wanted, patterns, limits);
  const parts = [
    { isIndexed: true, part: { ...wanted, range: beyond(range, watermark, 'newer') } },
    { isIndexed: false, part: { ...wanted, range: beyond(range, successor(watermark), 'older') } },
  ];
  for (const { isIndexed, part } of direction === 'older' ? parts : parts.reverse()) {
    if (isEmpty(part.range)) continue;
    if (isIndexed) yield* lookInTexts(pool, part, patterns, limits);
    else yield* lookAtRows(pool, part);
  }
}
