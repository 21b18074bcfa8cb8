import type { Direction, Position } from '@inlet/submissions/range';
import { type Cursor, formatCursor, turnBack } from '#inbox/submissions/cursor.ts';
import type { PageRow } from '#inbox/submissions/read-page.ts';
import type { Counted } from '#inbox/submissions/submissions.store.ts';

export interface Page {
  /** The rows in the order of the list. */
  readonly rows: readonly PageRow[];
  readonly nextCursor: string | null;
  readonly previousCursor: string | null;
}

/** Whether more rows follow, and where a search timed out before finding them. */
export interface Rest {
  readonly goesOn: boolean;
  readonly stoppedAt: Position | null;
}

/** The start of a page, the direction of its list, and the data for its cursors. */
export interface PagePosition {
  readonly cursor: Cursor | null;
  readonly forward: Direction;
  readonly total: Counted | null;
}

/**
 * Makes a page of the rows after a cursor, in the cursor's direction. There is always a way back, because a client with
 * a cursor came from somewhere. If a search has timed out, the list continues from there. Forward means towards older
 * submissions, or towards newer ones if the oldest is first.
 */
export function pageOf(inPage: readonly PageRow[], rest: Rest, { cursor, forward, total }: PagePosition): Page {
  const isForward = (cursor?.direction ?? forward) === forward;
  const rows = isForward ? inPage : inPage.toReversed();
  const back = forward === 'older' ? 'newer' : 'older';
  const goesOn = rest.goesOn || rest.stoppedAt !== null;
  const ahead = rest.stoppedAt ?? inPage.at(-1);
  const behind = inPage[0];
  const cameFrom = cursor !== null;
  const lead = (direction: Direction, position: Position | undefined) => leadTo(direction, position, cursor, total);
  return {
    rows,
    nextCursor: (isForward ? goesOn : cameFrom) ? lead(forward, isForward ? ahead : behind) : null,
    previousCursor: (isForward ? cameFrom : goesOn) ? lead(back, isForward ? behind : ahead) : null,
  };
}

function leadTo(
  direction: Direction,
  position: Position | undefined,
  cursor: Cursor | null,
  total: Counted | null,
): string | null {
  if (position?.createdAt instanceof Date) {
    return formatCursor({ createdAt: position.createdAt, id: position.id, direction, total });
  }
  return cursor && formatCursor(turnBack(cursor));
}
