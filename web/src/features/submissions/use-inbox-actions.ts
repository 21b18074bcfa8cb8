import type { Submission } from '@inlet/contracts/submissions';
import { type RefObject, useCallback, useEffect, useRef } from 'react';
import type { useStateChanges } from '#features/submissions/api/use-state-changes.ts';
import type { GridHandle } from '#features/submissions/components/list/submission-grid.tsx';
import type { Filter } from '#features/submissions/filter.ts';
import type { ChangeKind, PendingChange } from '#features/submissions/pending-change.ts';
import type { StateSet } from '#features/submissions/state-change.ts';
import type { KeyActions } from '#features/submissions/use-inbox-keys.ts';
import type { useOpened } from '#features/submissions/use-opened.ts';
import type { useSelection } from '#features/submissions/use-selection.ts';

interface InboxActionsOptions {
  readonly rows: readonly Submission[];
  readonly start: number;
  readonly grid: RefObject<GridHandle | null>;
  readonly currentId: string | null;
  readonly setCurrentId: (id: string | null) => void;
  readonly opened: ReturnType<typeof useOpened>;
  readonly selecting: ReturnType<typeof useSelection>;
  readonly pending: PendingChange;
  readonly states: ReturnType<typeof useStateChanges>;
  readonly filter: Filter;
  readonly onDeleteMatching: () => void;
}

export type InboxActions = ReturnType<typeof useInboxActions>;

/** The actions on rows, for buttons and keys alike. */
export function useInboxActions(options: InboxActionsOptions) {
  const { rows, start, filter, grid, currentId, setCurrentId, opened, selecting, pending, states, onDeleteMatching } =
    options;
  const { folder } = filter;
  const { selection, clear, toggle, selectLoaded } = selecting;
  const { apply: applyStates } = states;
  const list = useRef(rows);
  useEffect(() => {
    list.current = rows;
  }, [rows]);
  const markKind = folder === 'spam' ? 'not-spam' : 'spam';

  const { open: openInAddress } = opened;
  const open = useCallback(
    (id: string) => {
      setCurrentId(id);
      openInAddress(id);
    },
    [setCurrentId, openInAddress],
  );

  function indexOf(id: string | null): number {
    return id === null ? -1 : rows.findIndex((row) => row.id === id);
  }

  function step(by: 1 | -1): void {
    const before = indexOf(currentId);
    goTo(before === -1 ? 0 : before + by);
  }

  function goTo(index: number): void {
    const row = rows[Math.max(0, Math.min(rows.length - 1, index))];
    if (!row) return;
    setCurrentId(row.id);
    grid.current?.goTo(start + rows.indexOf(row));
  }

  /** The neighbour of the open submission; null at either end, or if it is not loaded. */
  function neighbour(by: 1 | -1): Submission | null {
    const index = indexOf(opened.openedId);
    return index === -1 ? null : (rows[index + by] ?? null);
  }

  function turn(by: 1 | -1): void {
    const next = neighbour(by);
    if (!next) return;
    setCurrentId(next.id);
    grid.current?.show(start + rows.indexOf(next));
    opened.goTo(next.id);
  }

  function change(kind: ChangeKind, chosen: readonly Submission[]): void {
    if (chosen.length === 0) return;
    const ids = new Set(chosen.map(({ id }) => id));
    const last = rows.findLastIndex(({ id }) => ids.has(id));
    const next = rows.slice(last + 1).find(({ id }) => !ids.has(id)) ?? rows.findLast(({ id }) => !ids.has(id));
    setCurrentId(next?.id ?? null);
    clear();
    pending.begin({ kind, rows: chosen });
    if (next && opened.openedId === null) grid.current?.focus(next.id);
  }

  const chosenRows = () => rows.filter(({ id }) => selection.ids.has(id));
  const chosenOrCurrent = () => (selection.ids.size > 0 ? chosenRows() : rows.filter(({ id }) => id === currentId));

  function deleteChosen(): void {
    if (selection.isEverything) onDeleteMatching();
    else change('delete', chosenOrCurrent());
  }

  function markChosen(): void {
    if (!selection.isEverything) change(markKind, chosenOrCurrent());
  }

  /** Changes the work on what is chosen, or on all that the filter finds. */
  function setChosen(set: StateSet): void {
    if (selection.isEverything) {
      clear();
      void states.applyToAll(filter, set);
      return;
    }
    states.apply(chosenOrCurrent(), set);
  }

  /** Turns a state over: on where it is off for any of them. */
  function turnRead(some: readonly Submission[]): StateSet {
    return { isRead: some.some(({ isRead }) => !isRead) };
  }
  function turnStar(some: readonly Submission[]): StateSet {
    return { isStarred: some.some(({ isStarred }) => !isStarred) };
  }
  function turnDone(some: readonly Submission[]): StateSet {
    return { status: some.some(({ status }) => status === 'open') ? 'done' : 'open' };
  }

  const star = useCallback(
    (id: string) => {
      const row = list.current.find((each) => each.id === id);
      if (row) applyStates([row], { isStarred: !row.isStarred }, { isQuiet: true });
    },
    [applyStates],
  );

  /** The same for the open one, after which the next one is shown, or none is left to show. */
  function changeOpened(kind: ChangeKind): void {
    const row = rows[indexOf(opened.openedId)];
    if (!row) return;
    const next = neighbour(1) ?? neighbour(-1);
    change(kind, [row]);
    if (next) opened.goTo(next.id);
    else opened.close();
  }

  function setOpened(turnOver: (some: readonly Submission[]) => StateSet): void {
    const row = rows[indexOf(opened.openedId)];
    if (row) applyStates([row], turnOver([row]), { isQuiet: true });
  }

  const keys: KeyActions = {
    // Beside an open submission they open its neighbours.
    j: () => (opened.openedId === null ? step(1) : turn(1)),
    k: () => (opened.openedId === null ? step(-1) : turn(-1)),
    x: ({ shiftKey }) => currentId !== null && toggle(currentId, shiftKey),
    X: () => currentId !== null && toggle(currentId, true),
    '*': selectLoaded,
    '#': deleteChosen,
    Delete: deleteChosen,
    s: markChosen,
    u: () => setChosen(turnRead(chosenOrCurrent())),
    f: () => setChosen(turnStar(chosenOrCurrent())),
    e: () => setChosen(turnDone(chosenOrCurrent())),
    z: () => (pending.state().status === 'waiting' ? pending.undo() : states.undo()),
  };

  return {
    open,
    close: opened.close,
    turn,
    hasNewer: neighbour(-1) !== null,
    hasOlder: neighbour(1) !== null,
    deleteChosen,
    markChosen,
    setChosen,
    chosenRows,
    star,
    deleteOpened: () => changeOpened('delete'),
    markOpened: () => changeOpened(markKind),
    turnRead: () => setOpened(turnRead),
    turnStar: () => setOpened(turnStar),
    turnDone: () => setOpened(turnDone),
    keys,
    /** Closes the submission beside the list, or chooses none; null where there is nothing to do. */
    escape: opened.openedId !== null ? opened.close : selection.ids.size > 0 ? clear : null,
    gridKeys: {
      ArrowDown: () => (opened.openedId === null ? step(1) : turn(1)),
      ArrowUp: () => (opened.openedId === null ? step(-1) : turn(-1)),
      Home: () => goTo(0),
      End: () => goTo(rows.length - 1),
    } satisfies KeyActions,
    isSpamFolder: folder === 'spam',
  };
}
