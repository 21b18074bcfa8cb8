import type { Queryable } from '@inlet/db/cancellable';
import { beyond, type Direction, isEmpty, later, type Position, type Range } from '@inlet/submissions/range';
import { searchGrams } from '@inlet/submissions/search-grams';
import { asStored } from '#inbox/submissions/match-conditions.ts';
import type { MeasuredRow } from '#inbox/submissions/submission-row.ts';
import {
  findIndexedRows,
  findPosition,
  findRows,
  findRowsAmong,
  findWatermark,
  lowered,
  type RowsWanted,
} from '#inbox/submissions/submissions.store.ts';

/** Rows that are looked at before the index is asked: what many submissions say is found among them within some 10 ms. */
const rowsSeenFirst = 2_000;

/** Submissions that a filter finds, in the order of the direction, at most so many. */
export async function findSubmissions(
  pool: Queryable,
  wanted: RowsWanted,
  seenFirst: number = rowsSeenFirst,
): Promise<MeasuredRow[]> {
  if (wanted.filter.q === '' && wanted.filter.origin === undefined) return findRows(pool, wanted);
  const watermark = await findWatermark(pool, wanted.formId);
  if (watermark === null) return findRows(pool, wanted);
  const found = await findRowsAmong(pool, wanted, seenFirst);
  if (found.length === wanted.limit) return found;
  const position = await findPosition(pool, wanted, seenFirst);
  return position === null ? found : [...found, ...(await findBeyond(pool, wanted, watermark, position, found.length))];
}

async function findBeyond(
  pool: Queryable,
  wanted: RowsWanted,
  watermark: Position,
  position: Position,
  already: number,
) {
  const found: MeasuredRow[] = [];
  const indexed = { watermark, ...(await gramsOf(pool, wanted)) };
  for (const part of partsOf(beyond(wanted.range, position, wanted.direction), watermark, wanted.direction)) {
    const rest = { ...wanted, range: part.range, limit: wanted.limit - already - found.length };
    if (rest.limit === 0 || isEmpty(part.range)) continue;
    found.push(...(part.isIndexed ? await findIndexedRows(pool, rest, indexed) : await findRows(pool, rest)));
  }
  return found;
}

async function gramsOf(pool: Queryable, { formId, filter: { q, origin } }: RowsWanted) {
  const { anything, ofSearch, ofOrigin } = searchGrams(formId);
  const ofText = q === '' ? [] : ofSearch(await lowered(pool, asStored(q)));
  return { anything, grams: origin === undefined ? ofText : [...ofText, ofOrigin(origin === 'none' ? null : origin)] };
}

/** What came after the watermark is in no block yet; blocks themselves end at the watermark. */
function partsOf(range: Range, watermark: Position, direction: Direction) {
  const parts = [
    { isIndexed: false, range: { ...range, after: later(range.after, watermark) } },
    { isIndexed: true, range },
  ];
  return direction === 'older' ? parts : parts.reverse();
}
