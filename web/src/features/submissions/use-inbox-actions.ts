import type { Submission } from '@inlet/contracts/submissions';
import { type RefObject, useCallback } from 'react';
import type { GridHandle } from '#features/submissions/components/submission-grid.tsx';
import type { Folder } from '#features/submissions/filter.ts';
import type { ChangeKind, PendingChange } from '#features/submissions/pending-change.ts';
import type { KeyActions } from '#features/submissions/use-inbox-keys.ts';
import type { useOpened } from '#features/submissions/use-opened.ts';
import type { useSelection } from '#features/submissions/use-selection.ts';

interface InboxActionsOptions {
  readonly rows: readonly Submission[];
  readonly start: number;
  readonly folder: Folder;
  readonly grid: RefObject<GridHandle | null>;
  readonly currentId: string | null;
  readonly setCurrentId: (id: string | null) => void;
  readonly opened: ReturnType<typeof useOpened>;
  readonly selecting: ReturnType<typeof useSelection>;
  readonly pending: PendingChange;
  readonly onDeleteMatching: () => void;
}

export type InboxActions = ReturnType<typeof useInboxActions>;

/** The actions on rows, for buttons and keys alike. */
export function useInboxActions(options: InboxActionsOptions) {
  const { rows, start, folder, grid, currentId, setCurrentId, opened, selecting, pending, onDeleteMatching } = options;
  const { selection, clear, toggle, selectLoaded } = selecting;
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

  /** The same for the open one, after which the next one is shown, or none is left to show. */
  function changeOpened(kind: ChangeKind): void {
    const row = rows[indexOf(opened.openedId)];
    if (!row) return;
    const next = neighbour(1) ?? neighbour(-1);
    change(kind, [row]);
    if (next) opened.goTo(next.id);
    else opened.close();
  }

  const keys: KeyActions = {
    j: () => step(1),
    k: () => step(-1),
    x: ({ shiftKey }) => currentId !== null && toggle(currentId, shiftKey),
    X: () => currentId !== null && toggle(currentId, true),
    '*': selectLoaded,
    '#': deleteChosen,
    Delete: deleteChosen,
    s: markChosen,
    z: pending.undo,
    Escape: clear,
  };

  return {
    open,
    close: opened.close,
    turn,
    hasNewer: neighbour(-1) !== null,
    hasOlder: neighbour(1) !== null,
    deleteChosen,
    markChosen,
    deleteOpened: () => changeOpened('delete'),
    markOpened: () => changeOpened(markKind),
    keys,
    gridKeys: {
      ArrowDown: () => step(1),
      ArrowUp: () => step(-1),
      Home: () => goTo(0),
      End: () => goTo(rows.length - 1),
    } satisfies KeyActions,
    isSpamFolder: folder === 'spam',
  };
}
