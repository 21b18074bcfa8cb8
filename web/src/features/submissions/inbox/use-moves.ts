import type { Submission } from '@inlet/contracts/submissions';
import { useInbox } from '#features/submissions/inbox/inbox-context.ts';
import { neighborOf, rowAfterStep } from '#features/submissions/inbox/inbox-state.ts';

/** Moves through the list: to another row or, while a submission is open, to another submission. */
export function useMoves() {
  const { list, grid, opened, state, dispatch } = useInbox();
  const { rows } = list;
  const { openedId } = opened;
  const positionOf = (row: Submission) => (list.list?.start ?? 0) + rows.indexOf(row);

  /** Focuses a row and, while a submission is open, shows that row's submission instead. */
  function goTo(row: Submission | null | undefined): void {
    if (!row) return;
    dispatch({ type: 'move', toId: row.id });
    grid.current?.goTo(positionOf(row));
    if (openedId !== null) opened.goTo(row.id);
  }

  /** Shows the neighbor of the open submission, whose details keep the focus. */
  function showNeighbor(by: 1 | -1): void {
    const next = neighborOf(rows, openedId, by);
    if (!next) return;
    dispatch({ type: 'move', toId: next.id });
    grid.current?.show(positionOf(next));
    opened.goTo(next.id);
  }

  const step = (by: 1 | -1) =>
    goTo(openedId === null ? rowAfterStep(rows, state.currentId, by) : neighborOf(rows, openedId, by));

  return { step, showNeighbor, goToFirst: () => goTo(rows[0]), goToLast: () => goTo(rows.at(-1)) };
}
