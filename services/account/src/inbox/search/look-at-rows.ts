import type { Queryable } from '@inlet/db/cancellable';
import { beyond, type Position, type Range } from '@inlet/submissions/range';
import { findMatches, type RowsWanted } from '#inbox/submissions/submissions.store.ts';

/** The results of a search step, and the exclusive position at which the next one continues. */
export interface SearchStep {
  readonly found: readonly Position[];
  readonly last: Position;
}

/** A common word fills a page with this many rows; a rare one takes larger steps, as long as each is short. */
const rowsFirst = 500;
const rowsMost = 32_000;
const stepMs = 200;

/** The number of rows for the next step: twice as many after a short one, and half as many after a long one. */
export function createPace(first: number) {
  const pace = {
    rows: first,
    run: async <Answer>(step: () => Promise<Answer>): Promise<Answer> => {
      const startMs = performance.now();
      const answer = await step();
      const isShort = performance.now() - startMs < stepMs;
      pace.rows = isShort ? Math.min(rowsMost, pace.rows * 2) : Math.max(1, Math.round(pace.rows / 2));
      return answer;
    },
  };
  return pace;
}

/** The remaining range of a search that has checked this many rows; no range if none is left. */
export interface LookedAt {
  readonly range: Range | null;
  readonly foundCount: number;
}

/** Checks rows one by one in the order of the key, up to a limit. */
export async function* lookAtRows(
  pool: Queryable,
  wanted: RowsWanted,
  limit = Number.POSITIVE_INFINITY,
): AsyncGenerator<SearchStep, LookedAt> {
  let { range } = wanted;
  let foundCount = 0;
  const pace = createPace(rowsFirst);
  for (let left = limit; left > 0; ) {
    const rows = Math.min(pace.rows, left);
    const { found, last, rowsSeen } = await pace.run(() => findMatches(pool, { ...wanted, range }, rows));
    if (last === null) return { range: null, foundCount };
    foundCount += found.length;
    yield { found, last };
    if (rowsSeen < rows) return { range: null, foundCount };
    range = beyond(range, last, wanted.direction);
    left -= rowsSeen;
  }
  return { range, foundCount };
}
