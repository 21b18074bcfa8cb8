import { flushSync } from 'react-dom';
import { useInbox } from '#features/submissions/inbox/inbox-context.ts';
import { useListLayout } from '#features/submissions/use-list-layout.ts';

/** Moves the focus to the search, which a selection replaces and a sheet covers. */
export function useSearchKey(): () => void {
  const { opened, dispatch, search, isSearchDue } = useInbox();
  const layout = useListLayout();
  return () => {
    // Synchronous: the next key already belongs to the search.
    flushSync(() => dispatch({ type: 'clear-selection' }));
    if (opened.openedId !== null && layout !== 'wide') {
      isSearchDue.current = true;
      opened.close();
    } else search.current?.focus();
  };
}
