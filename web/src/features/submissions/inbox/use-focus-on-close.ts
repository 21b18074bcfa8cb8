import { useEffect, useRef } from 'react';
import { useInbox } from '#features/submissions/inbox/inbox-context.ts';

/**
 * When the open submission is closed, the row of the submission that was read last takes the focus, not the row opened
 * first. If it was closed for the search, the search takes the focus.
 */
export function useFocusOnClose(): void {
  const { grid, opened, state, search, isSearchDue } = useInbox();
  const { currentId } = state;
  const { openedId } = opened;
  const lastId = useRef<string | null>(null);
  useEffect(() => {
    const closedId = openedId === null ? lastId.current : null;
    lastId.current = openedId;
    if (closedId === null) return;
    // A previous key may have moved the row just before, while the address has not followed yet.
    const rowId = currentId ?? closedId;
    // Waits until the page below the dialog may take the focus again.
    requestAnimationFrame(() => {
      if (isSearchDue.current) search.current?.focus();
      else grid.current?.focus(rowId);
      isSearchDue.current = false;
    });
  }, [grid, search, isSearchDue, openedId, currentId]);
}
