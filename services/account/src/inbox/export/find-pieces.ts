import type { Semaphore } from '@inlet/process/semaphore';
import type { Position, Range } from '@inlet/submissions/range';
import type { Pool } from 'pg';
import { findEnds, type PiecesWanted } from '#inbox/export/export.store.ts';

/** Pieces that are found at once; looking at the keys of so many rows takes a millisecond. */
const piecesAtOnce = 10;

/**
 * Cuts a range into pieces of so many rows, by their keys alone, which the index holds: so that more than one
 * connection can make lines of them. A piece begins behind the last row of the one before it and ends with its own.
 */
export async function* findPieces(
  pool: Pool,
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
