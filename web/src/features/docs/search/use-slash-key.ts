import { type RefObject, useEffect } from 'react';

/** `/` leads to an input, unless somebody is writing in another one. */
export function useSlashKey(input: RefObject<HTMLInputElement | null>): void {
  useEffect(() => {
    function focusInput(event: KeyboardEvent) {
      const isWriting = event.target instanceof Element && event.target.closest('input, textarea, select') !== null;
      if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey || isWriting) return;
      event.preventDefault();
      input.current?.focus();
    }
    document.addEventListener('keydown', focusInput);
    return () => document.removeEventListener('keydown', focusInput);
  }, [input]);
}
