import type { Submission } from '@inlet/contracts/submissions';
import { useInbox } from '#features/submissions/inbox/inbox-context.ts';
import { useWork } from '#features/submissions/inbox/use-work.ts';
import type { StateSet } from '#features/submissions/state-change.ts';

/** The actions on the row of the open submission; they do nothing while its row is not loaded. */
export function useOpenedRow() {
  const { list, opened } = useInbox();
  const { remove, mark, set } = useWork();
  const rows = list.rows.filter(({ id }) => id === opened.openedId);

  /** A button shows its change and can revert it, so a quiet change offers no other undo. */
  function change(toggle: (rows: readonly Submission[]) => StateSet, { isQuiet }: { isQuiet: boolean }): void {
    if (rows.length > 0) set(rows, toggle(rows), isQuiet);
  }

  return { isListed: rows.length > 0, remove: () => remove(rows), mark: () => mark(rows), change };
}
