import { type Cursor, formatCursor, turnBack } from '#submissions/cursor.ts';
import type { Direction } from '#submissions/places.ts';
import type { SubmissionRow } from '#submissions/submission-row.ts';

export interface Page {
  /** Newest first. */
  readonly rows: readonly SubmissionRow[];
  readonly nextCursor: string | null;
  readonly previousCursor: string | null;
}

/**
 * A page made of what was found behind a cursor, in the direction of the cursor and with one row more than the page has
 * where the list goes on. The way back is always open: who came by a cursor came from somewhere.
 */
export function pageOf(found: readonly SubmissionRow[], limit: number, cursor: Cursor | null): Page {
  const direction = cursor?.direction ?? 'older';
  const inPage = found.slice(0, limit);
  const rows = direction === 'older' ? inPage : inPage.toReversed();
  const goesOn = found.length > limit;
  const cameFrom = cursor !== null;
  return {
    rows,
    nextCursor: (direction === 'older' ? goesOn : cameFrom) ? leadTo('older', rows.at(-1), cursor) : null,
    previousCursor: (direction === 'newer' ? goesOn : cameFrom) ? leadTo('newer', rows[0], cursor) : null,
  };
}

function leadTo(direction: Direction, row: SubmissionRow | undefined, cursor: Cursor | null): string | null {
  if (row) return formatCursor({ createdAt: row.createdAt, id: row.id, direction });
  return cursor && formatCursor(turnBack(cursor));
}
