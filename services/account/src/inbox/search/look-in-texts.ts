import { asStored, foldText, parseQuery } from '@inlet/contracts/search-query';
import type { SubmissionFilter } from '@inlet/contracts/submissions';
import type { Queryable } from '@inlet/db/cancellable';
import { hasTrigrams, indexedText } from '@inlet/submissions/indexed-text';
import { createPace, lookAtRows, type SearchStep } from '#inbox/search/look-at-rows.ts';
import { type CandidateLimits, findAmong, findCandidates } from '#inbox/search/search-index.store.ts';
import type { RowsWanted } from '#inbox/submissions/submissions.store.ts';

export interface LimitsOfTexts extends CandidateLimits {
  /** A common word fills a page with this many rows; only a rare one needs the index. */
  readonly rowsBefore: number;
}

/** A word in more submissions is found sooner by checking the rows. */
export const limitsOfTexts: LimitsOfTexts = { rowsBefore: 2_000, candidatesMost: 20_000, candidatesMs: 1_500 };
/** More patterns would make the database read more and hardly exclude more. */
const patternsMost = 8;
/** Candidates of the first step: each may have a megabyte. */
const candidatesFirst = 64;

/** Patterns for the index, the longest words first; empty if no word has three letters or digits in a row. */
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
 * Checks the first rows, and further ones as long as the form seems to have too many matches for the index; then checks
 * the rows whose texts contain all patterns.
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
