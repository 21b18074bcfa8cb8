import type { Direction } from '@inlet/submissions/range';
import { type Cursor, formatCursor, turnBack } from '#inbox/submissions/cursor.ts';
import type { PageRow } from '#inbox/submissions/read-page.ts';

export interface Page {
  /** In the order of the list. */
  readonly rows: readonly PageRow[];
  readonly nextCursor: string | null;
  readonly previousCursor: string | null;
}

/**
 * A page made of the rows behind a cursor, in the direction of the cursor; `goesOn` tells whether more follow them. The
 * way back is always open: a client with a cursor came from somewhere. The list goes forward to older ones, or to newer
 * ones if the oldest is its first.
 */
export function pageOf(
  inPage: readonly PageRow[],
  goesOn: boolean,
  cursor: Cursor | null,
  forward: Direction = 'older',
): Page {
  const isForward = (cursor?.direction ?? forward) === forward;
  const rows = isForward ? inPage : inPage.toReversed();
  const back = forward === 'older' ? 'newer' : 'older';
  const cameFrom = cursor !== null;
  return {
    rows,
    nextCursor: (isForward ? goesOn : cameFrom) ? leadTo(forward, rows.at(-1), cursor) : null,
    previousCursor: (isForward ? cameFrom : goesOn) ? leadTo(back, rows[0], cursor) : null,
  };
}

function leadTo(direction: Direction, row: PageRow | undefined, cursor: Cursor | null): string | null {
  if (row) return formatCursor({ createdAt: row.createdAt, id: row.id, direction });
  return cursor && formatCursor(turnBack(cursor));
}
