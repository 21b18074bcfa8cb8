import type { Submission } from '@inlet/contracts/submissions';
import { useInbox } from '#features/submissions/inbox/inbox-context.ts';
import { rowAfterRemoval } from '#features/submissions/inbox/inbox-state.ts';
import type { ChangeKind } from '#features/submissions/pending-change.ts';

/** Takes rows out of the list, which can be undone, and returns the row that becomes the current one. */
export function useRemoval() {
  const { list, pending, grid, opened, dispatch } = useInbox();
  return (kind: ChangeKind, removed: readonly Submission[]): Submission | undefined => {
    if (removed.length === 0) return;
    const next = rowAfterRemoval(list.rows, removed);
    dispatch({ type: 'move', toId: next?.id ?? null });
    dispatch({ type: 'clear-selection' });
    pending.begin({ kind, rows: removed });
    if (next && opened.openedId === null) grid.current?.focus(next.id);
    return next;
  };
}
