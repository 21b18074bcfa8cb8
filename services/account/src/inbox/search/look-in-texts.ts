import { asStored, foldText, parseQuery } from '@inlet/contracts/search-query';
import type { SubmissionFilter } from '@inlet/contracts/submissions';
import type { Queryable } from '@inlet/db/cancellable';
import { hasTrigrams, indexedText } from '@inlet/submissions/indexed-text';
import { createPace, lookAtRows, type SearchStep } from '#inbox/search/look-at-rows.ts';
import { type CandidateLimits, findAmong, findCandidates } from '#inbox/search/search-index.store.ts';
import type { RowsWanted } from '#inbox/submissions/submissions.store.ts';

export interface LimitsOfTexts extends CandidateLimits {
  /** A common word fills a page with so many rows; only a rare one needs the index. */
  readonly rowsBefore: number;
}

/** A word that more submissions have is found sooner by looking at the rows. */
export const limitsOfTexts: LimitsOfTexts = { rowsBefore: 2_000, candidatesMost: 20_000, candidatesMs: 1_500 };
/** More would make the database read more and hardly rule out more. */
const patternsMost = 8;
/** Candidates of a step at first: each may have a megabyte. */
const candidatesFirst = 64;

/** What the index is asked for, the longest words first; none where no word has three letters or digits in a row. */
export function patternsOf({ q, origin = '' }: SubmissionFilter): string[] {
  const words = parseQuery(q).map(({ text }) => asStored(text));
  return [...words, origin === 'none' ? '' : foldText(origin)]
    .map(indexedText)
    .filter(hasTrigrams)
    .toSorted((a, b) => b.length - a.length)
    .slice(0, patternsMost)
    .map((text) => `%${text.replace(/[%_]/g, '\\$&')}%`);
}

/**
 * Looks at the first rows, and at the next ones as long as the form seems to have more matches than the index is asked for;
 * then at those rows whose texts have all patterns.
 */
export async function* lookInTexts(
  connection: Queryable,
  wanted: RowsWanted & { readonly rowCount: number },
  patterns: readonly string[],
  { rowsBefore, ...limits }: LimitsOfTexts,
): AsyncGenerator<SearchStep, void> {
  let rest = wanted;
  for (let isCommon = true; isCommon; ) {
    const { range, foundCount } = yield* lookAtRows(connection, rest, rowsBefore);
    if (range === null) return;
    rest = { ...wanted, range };
    isCommon = foundCount * wanted.rowCount > limits.candidatesMost * rowsBefore;
  }
  const candidates = await findCandidates(connection, rest, patterns, limits);
  if (candidates === null) {
    yield* lookAtRows(connection, rest);
    return;
  }
  const pace = createPace(candidatesFirst);
  for (let at = 0; at < candidates.length; ) {
    const some = candidates.slice(at, at + pace.rows);
    const { found, last } = await pace.run(() => findAmong(connection, rest, some));
    if (last !== null) yield { found, last };
    at += some.length;
  }
}
