import type { Submission } from '@inlet/contracts/submissions';
import { hasStatusOf } from '#features/submissions/filter.ts';
import { useInbox } from '#features/submissions/inbox/inbox-context.ts';
import { useRemoval } from '#features/submissions/inbox/use-removal.ts';
import { type ChangeKind, markKindIn } from '#features/submissions/pending-change.ts';
import type { StateSet } from '#features/submissions/state-change.ts';

/** Changes of rows, for the open submission and for selected rows alike. */
export function useWork() {
  const { filter, listed, pending, states } = useInbox();
  const takeOut = useRemoval();

  function begin(kind: ChangeKind, rows: readonly Submission[]): void {
    takeOut(rows, () => pending.begin({ kind, rows }));
  }

  /**
   * Rows whose new state does not match the list leave it; a toast reports the change, because they are out of sight.
   */
  function set(rows: readonly Submission[], change: StateSet, isQuiet = false): void {
    if (change.status === undefined || hasStatusOf(listed, change.status)) states.apply(rows, change, { isQuiet });
    else takeOut(rows, () => states.apply(rows, change));
  }

  return {
    remove: (rows: readonly Submission[]) => begin('delete', rows),
    mark: (rows: readonly Submission[]) => begin(markKindIn(filter.folder), rows),
    set,
  };
}
