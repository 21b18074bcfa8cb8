import type { Direction } from '@inlet/submissions/range';
import { type Cursor, formatCursor, turnBack } from '#inbox/submissions/cursor.ts';
import type { PageRow } from '#inbox/submissions/read-page.ts';

export interface Page {
  /** Newest first. */
  readonly rows: readonly PageRow[];
  readonly nextCursor: string | null;
  readonly previousCursor: string | null;
}

/**
 * A page made of the rows behind a cursor, in the direction of the cursor; `goesOn` tells whether more follow them. The
 * way back is always open: a client with a cursor came from somewhere.
 */
export function pageOf(inPage: readonly PageRow[], goesOn: boolean, cursor: Cursor | null): Page {
  const direction = cursor?.direction ?? 'older';
  const rows = direction === 'older' ? inPage : inPage.toReversed();
  const cameFrom = cursor !== null;
  return {
    rows,
    nextCursor: (direction === 'older' ? goesOn : cameFrom) ? leadTo('older', rows.at(-1), cursor) : null,
    previousCursor: (direction === 'newer' ? goesOn : cameFrom) ? leadTo('newer', rows[0], cursor) : null,
  };
}

function leadTo(direction: Direction, row: PageRow | undefined, cursor: Cursor | null): string | null {
  if (row) return formatCursor({ createdAt: row.createdAt, id: row.id, direction });
  return cursor && formatCursor(turnBack(cursor));
}
