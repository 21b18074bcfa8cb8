import { useInbox } from '#features/submissions/inbox/inbox-context.ts';
import { useInboxKeys } from '#features/submissions/inbox/use-inbox-keys.ts';
import { useMoves } from '#features/submissions/inbox/use-moves.ts';
import { useSearchKey } from '#features/submissions/inbox/use-search-key.ts';
import { useSelectedRows } from '#features/submissions/inbox/use-selected-rows.ts';
import { useUndo } from '#features/submissions/inbox/use-undo.ts';
import { useListLayout } from '#features/submissions/use-list-layout.ts';
import { useRights } from '#lib/person/use-rights.ts';

/** The keys of the inbox. Those without Ctrl can be switched off; those that change rows take the right to do so. */
export function useInboxShortcuts(): void {
  const { opened, state, dispatch } = useInbox();
  const { step, goToFirst, goToLast } = useMoves();
  const { toggles, remove, mark, set } = useSelectedRows();
  const layout = useListLayout();
  const mayChange = useRights()('submissions:write');
  const { currentId, selection, hasShortcuts } = state;

  // A sheet over the list has its own keys, and closes on its own.
  const isOver = opened.openedId !== null && layout !== 'wide';

  function toggle(isRange: boolean): void {
    if (currentId !== null) dispatch({ type: 'toggle', id: currentId, isRange });
  }

  const older = () => step(1);
  const newer = () => step(-1);
  const pageKeys = {
    j: older,
    k: newer,
    z: useUndo(),
    '/': useSearchKey(),
    '?': () => dispatch({ type: 'open-dialog', dialog: 'help' }),
  };
  const rowKeys = {
    x: ({ shiftKey }: KeyboardEvent) => toggle(shiftKey),
    X: () => toggle(true),
    '*': () => dispatch({ type: 'select-loaded' }),
    '#': remove,
    Delete: remove,
    s: mark,
    u: () => set(toggles.read),
    f: () => set(toggles.star),
    e: () => set(toggles.done),
  };
  useInboxKeys(pageKeys, { isEnabled: hasShortcuts && !isOver });
  // The head of the list has the focus for a selection, but refers to no single row.
  const rowScope = selection.ids.size > 0 ? '[role=grid]' : '[data-row]';
  useInboxKeys(rowKeys, { isEnabled: mayChange && hasShortcuts && !isOver, within: rowScope });
  useInboxKeys({ ArrowDown: older, ArrowUp: newer, Home: goToFirst, End: goToLast }, { within: '[role=grid]' });

  const clear = () => dispatch({ type: 'clear-selection' });
  const onEscape = opened.openedId !== null ? opened.close : selection.ids.size > 0 ? clear : null;
  useInboxKeys(onEscape && !isOver ? { Escape: onEscape } : {}, {});
}
