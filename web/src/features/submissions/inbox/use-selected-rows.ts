import { useInbox } from '#features/submissions/inbox/inbox-context.ts';
import { rowsToChange } from '#features/submissions/inbox/inbox-state.ts';
import { useRemoval } from '#features/submissions/inbox/use-removal.ts';
import { markKindIn } from '#features/submissions/pending-change.ts';
import { type StateSet, togglesOf } from '#features/submissions/state-change.ts';

/** The rows that are selected, or the current one, and the actions on them, for buttons and keys alike. */
export function useSelectedRows() {
  const { filter, list, state, dispatch, states } = useInbox();
  const removeRows = useRemoval();
  const rows = rowsToChange(state, list.rows);
  const { isEverything } = state.selection;

  function remove(): void {
    if (isEverything) dispatch({ type: 'open-dialog', dialog: 'delete-matching' });
    else removeRows('delete', rows);
  }

  function mark(): void {
    if (!isEverything) removeRows(markKindIn(filter.folder), rows);
  }

  /** Changes these rows, or all that the filter finds. */
  function set(change: StateSet): void {
    if (isEverything) {
      dispatch({ type: 'clear-selection' });
      void states.applyToAll(filter, change);
    } else states.apply(rows, change);
  }

  return { rows, toggles: togglesOf(rows, isEverything), remove, mark, set };
}
