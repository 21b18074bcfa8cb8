import { useInbox } from '#features/submissions/inbox/inbox-context.ts';
import { rowsToChange } from '#features/submissions/inbox/inbox-state.ts';
import { useWork } from '#features/submissions/inbox/use-work.ts';
import { type StateSet, togglesOf } from '#features/submissions/state-change.ts';

/** The selected rows, or the current one, and the actions on them, for buttons and keys alike. */
export function useSelectedRows() {
  const { listed, list, state, dispatch, states } = useInbox();
  const work = useWork();
  const rows = rowsToChange(state, list.rows);
  const { isEverything } = state.selection;

  function remove(): void {
    if (isEverything) dispatch({ type: 'open-dialog', dialog: 'delete-matching' });
    else work.remove(rows);
  }

  function mark(): void {
    if (!isEverything) work.mark(rows);
  }

  /** Changes these rows, or all that match the filter. */
  function set(change: StateSet): void {
    if (isEverything) {
      dispatch({ type: 'clear-selection' });
      void states.applyToAll(listed, change);
    } else work.set(rows, change);
  }

  return { rows, toggles: togglesOf(rows, isEverything), remove, mark, set };
}
