import { useEffect, useLayoutEffect, useRef } from 'react';

export type KeyActions = Readonly<Record<string, (event: KeyboardEvent) => void>>;

interface Scope {
  readonly isEnabled?: boolean;
  /** The key only acts while the focus is inside this element. */
  readonly within?: string;
}

/** Keyboard shortcuts of the page. They are inactive while an input has the focus or a dialog is open. */
export function useInboxKeys(actions: KeyActions, { isEnabled = true, within = 'html' }: Scope): void {
  const latest = useRef(actions);
  // A layout effect: a key right after the render belongs to what is on the screen.
  useLayoutEffect(() => {
    latest.current = actions;
  });
  useEffect(() => {
    if (!isEnabled) return;
    const onKey = (event: KeyboardEvent) => {
      const { target } = event;
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || isTaken(target)) return;
      if (target instanceof Element && !target.closest(within)) return;
      const action = latest.current[event.key];
      if (!action) return;
      event.preventDefault();
      action(event);
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [isEnabled, within]);
}

const takenSelector =
  'input:not([type=checkbox]), textarea, select, [contenteditable], [role=dialog], [role=alertdialog], [role=menu]';

/** Checkboxes do not accept text. */
function isTaken(target: EventTarget | null): boolean {
  if (!(target instanceof Element)) return false;
  return target.closest(takenSelector) !== null;
}
