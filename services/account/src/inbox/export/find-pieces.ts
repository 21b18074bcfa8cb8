import type { Queryable } from '@inlet/db/cancellable';
import type { Semaphore } from '@inlet/process/semaphore';
import type { Position, Range } from '@inlet/submissions/range';
import { findEnds, type PiecesWanted } from '#inbox/export/export.store.ts';

/** Pieces that are found at once; reading the keys of so many rows takes a millisecond. */
const piecesAtOnce = 10;

/**
 * Splits a range into pieces by the keys in the index, so that several connections can convert them. A piece starts
 * after the last row of the previous one and ends with its own.
 */
export async function* findPieces(
  pool: Queryable,
  semaphore: Semaphore,
  wanted: PiecesWanted,
  rowsOfPiece: number,
): AsyncGenerator<Range> {
  const { after } = wanted.range;
  let { before } = wanted.range;
  let ends: Position[];
  do {
    const rest = { ...wanted, range: { before, after } };
    ends = await semaphore.run(() => findEnds(pool, rest, rowsOfPiece, piecesAtOnce));
    for (const end of ends) {
      yield { before, after: end };
      before = end;
    }
  } while (ends.length === piecesAtOnce);
  yield { before, after };
}
