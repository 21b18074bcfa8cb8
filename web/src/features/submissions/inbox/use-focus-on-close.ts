import { useEffect, useRef } from 'react';
import { useInbox } from '#features/submissions/inbox/inbox-context.ts';

/** When the open submission is closed, its row takes the focus: the one that was read last, not the one opened first. */
export function useFocusOnClose(): void {
  const { grid, opened } = useInbox();
  const { openedId } = opened;
  const lastId = useRef<string | null>(null);
  useEffect(() => {
    const closedId = openedId === null ? lastId.current : null;
    // Once the page below the dialog may have the focus again.
    if (closedId !== null) requestAnimationFrame(() => grid.current?.focus(closedId));
    lastId.current = openedId;
  }, [grid, openedId]);
}
