import type { Submission } from '@inlet/contracts/submissions';
import { useInbox } from '#features/submissions/inbox/inbox-context.ts';
import { useRemoval } from '#features/submissions/inbox/use-removal.ts';
import { type ChangeKind, markKindIn } from '#features/submissions/pending-change.ts';
import type { StateSet } from '#features/submissions/state-change.ts';

/** The actions on the row of the open submission; they do nothing while its row is not loaded. */
export function useOpenedRow() {
  const { filter, list, opened, states } = useInbox();
  const removeRows = useRemoval();
  const row = list.rows.find(({ id }) => id === opened.openedId);

  /** Afterwards the next submission is shown, if there is one. */
  function remove(kind: ChangeKind): void {
    if (!row) return;
    const next = removeRows(kind, [row]);
    if (next) opened.goTo(next.id);
    else opened.close();
  }

  /** A button shows what it changed and takes it back; a quiet change offers no other undo. */
  function change(toggle: (rows: readonly Submission[]) => StateSet, { isQuiet }: { isQuiet: boolean }): void {
    if (row) states.apply([row], toggle([row]), { isQuiet });
  }

  return {
    isListed: row !== undefined,
    remove: () => remove('delete'),
    mark: () => remove(markKindIn(filter.folder)),
    change,
  };
}
