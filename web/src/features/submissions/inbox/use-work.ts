import type { Submission } from '@inlet/contracts/submissions';
import { hasStatusOf } from '#features/submissions/filter.ts';
import { useInbox } from '#features/submissions/inbox/inbox-context.ts';
import { useRemoval } from '#features/submissions/inbox/use-removal.ts';
import { type ChangeKind, markKindIn } from '#features/submissions/pending-change.ts';
import type { StateSet } from '#features/submissions/state-change.ts';

/** The changes of rows, for the open one and for selected ones alike. */
export function useWork() {
  const { filter, listed, pending, states } = useInbox();
  const takeOut = useRemoval();

  function begin(kind: ChangeKind, rows: readonly Submission[]): void {
    takeOut(rows, () => pending.begin({ kind, rows }));
  }

  /** Rows that the list does not show in their new state leave it; they are out of sight, so the change is told. */
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
