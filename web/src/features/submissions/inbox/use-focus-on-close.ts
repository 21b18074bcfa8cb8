import { useEffect, useRef } from 'react';
import { useInbox } from '#features/submissions/inbox/inbox-context.ts';

/**
 * When the open submission is closed, its row takes the focus: the one that was read last, not the one opened first.
 * If it was closed for the search, the search does.
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
    // A key that went on just before may have moved the row, while the address did not follow yet.
    const rowId = currentId ?? closedId;
    // Once the page below the dialog may have the focus again.
    requestAnimationFrame(() => {
      if (isSearchDue.current) search.current?.focus();
      else grid.current?.focus(rowId);
      isSearchDue.current = false;
    });
  }, [grid, search, isSearchDue, openedId, currentId]);
}
