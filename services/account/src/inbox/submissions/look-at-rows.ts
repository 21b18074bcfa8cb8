import type { Queryable } from '@inlet/db/cancellable';
import { beyond, type Position } from '@inlet/submissions/range';
import { findMatches, type RowsWanted } from '#inbox/submissions/submissions.store.ts';

/** What a step of a search has found, and where the next one goes on, that position excluded. */
export interface Step {
  readonly found: readonly Position[];
  readonly last: Position;
}

/** A common word fills a page with so many rows; a rare one takes larger steps, as long as each is short. */
const rowsFirst = 500;
const rowsMost = 32_000;
const stepMs = 200;

/** Looks at one row after the other, in the order of the key. */
export async function* lookAtRows(pool: Queryable, wanted: RowsWanted): AsyncGenerator<Step, void> {
  let { range } = wanted;
  for (let rows = rowsFirst; ; ) {
    const startMs = performance.now();
    const { found, last, rowsSeen } = await findMatches(pool, { ...wanted, range }, rows);
    if (last === null) return;
    yield { found, last };
    if (rowsSeen < rows) return;
    range = beyond(range, last, wanted.direction);
    const isShort = performance.now() - startMs < stepMs;
    rows = isShort ? Math.min(rowsMost, rows * 2) : Math.max(1, Math.round(rows / 2));
  }
}
