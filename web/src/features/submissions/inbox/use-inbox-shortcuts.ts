import { useInbox } from '#features/submissions/inbox/inbox-context.ts';
import { useInboxKeys } from '#features/submissions/inbox/use-inbox-keys.ts';
import { useMoves } from '#features/submissions/inbox/use-moves.ts';
import { useSelectedRows } from '#features/submissions/inbox/use-selected-rows.ts';
import { toggleDone, toggleRead, toggleStar } from '#features/submissions/state-change.ts';
import { useListLayout } from '#features/submissions/use-list-layout.ts';

/** The keys of the inbox. Those without Ctrl can be switched off. */
export function useInboxShortcuts(): void {
  const { opened, state, dispatch, pending, states, search } = useInbox();
  const { step, goToFirst, goToLast } = useMoves();
  const { rows, remove, mark, set } = useSelectedRows();
  const layout = useListLayout();
  const { currentId, selection, hasShortcuts } = state;

  function toggle(isRange: boolean): void {
    if (currentId !== null) dispatch({ type: 'toggle', id: currentId, isRange });
  }

  const older = () => step(1);
  const newer = () => step(-1);
  const letters = {
    j: older,
    k: newer,
    x: ({ shiftKey }: KeyboardEvent) => toggle(shiftKey),
    X: () => toggle(true),
    '*': () => dispatch({ type: 'select-loaded' }),
    '#': remove,
    Delete: remove,
    s: mark,
    u: () => set(toggleRead(rows)),
    f: () => set(toggleStar(rows)),
    e: () => set(toggleDone(rows)),
    z: () => (pending.state().status === 'waiting' ? pending.undo() : states.undo()),
    '/': () => search.current?.focus(),
    '?': () => dispatch({ type: 'open-dialog', dialog: 'help' }),
  };
  useInboxKeys(letters, { isEnabled: hasShortcuts });
  useInboxKeys({ ArrowDown: older, ArrowUp: newer, Home: goToFirst, End: goToLast }, { within: '[role=grid]' });

  const clear = () => dispatch({ type: 'clear-selection' });
  // A sheet over the list closes by itself.
  const isOver = opened.openedId !== null && layout !== 'wide';
  const onEscape = opened.openedId !== null ? opened.close : selection.ids.size > 0 ? clear : null;
  useInboxKeys(onEscape && !isOver ? { Escape: onEscape } : {}, {});
}
