import type { Submission } from '@inlet/contracts/submissions';
import { useInbox } from '#features/submissions/inbox/inbox-context.ts';
import { rowAfterRemoval } from '#features/submissions/inbox/inbox-state.ts';

/**
 * Removes rows from the list by a change. The next row becomes the current one and, while a submission is open, is
 * shown.
 */
export function useRemoval() {
  const { list, grid, opened, dispatch } = useInbox();
  return (removed: readonly Submission[], change: () => void): void => {
    if (removed.length === 0) return;
    const next = rowAfterRemoval(list.rows, removed);
    dispatch({ type: 'move', toId: next?.id ?? null });
    dispatch({ type: 'clear-selection' });
    change();
    const isOpen = removed.some(({ id }) => id === opened.openedId);
    if (isOpen && next) opened.goTo(next.id);
    else if (isOpen) opened.close();
    // The details keep the focus, or return it when they close.
    if (next && !document.activeElement?.closest('[role=dialog]')) grid.current?.focus(next.id);
  };
}
