import { useEffect, useLayoutEffect, useRef } from 'react';

export type KeyActions = Readonly<Record<string, (event: KeyboardEvent) => void>>;

interface Scope {
  readonly isEnabled?: boolean;
  /** Only while the focus is somewhere in here. */
  readonly within?: string;
}

/** Keyboard shortcuts of the page. They rest while an input has the focus or a dialog is open. */
export function useInboxKeys(actions: KeyActions, { isEnabled = true, within = 'html' }: Scope): void {
  const latest = useRef(actions);
  // With the page, not after its paint: a key that follows at once belongs to what is on the screen.
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

/** Boxes that can be ticked are no place to type in. */
function isTaken(target: EventTarget | null): boolean {
  if (!(target instanceof Element)) return false;
  return target.closest(takenSelector) !== null;
}
