import { useCallback, useMemo } from 'react';
import { useLocation, useSearchParams } from 'react-router-dom';
import { type Filter, type FilterChange, folderOf, readFilter, writeFilter } from '#features/submissions/filter.ts';

/**
 * The filter of the address bar. A change adds a history entry that "back" reverts, unless it continues the previous
 * change, as typing does.
 */
export function useFilter() {
  const [params, setParams] = useSearchParams();
  const folder = folderOf(useLocation().pathname);
  const filterParams = new URLSearchParams(params);
  // The parameter names the open submission, not the listed ones.
  filterParams.delete('submission');
  const words = filterParams.toString();
  const filter = useMemo<Filter>(() => readFilter(folder, new URLSearchParams(words)), [folder, words]);
  const changeFilter = useCallback(
    (change: FilterChange, { replace = false } = {}) =>
      setParams((before) => writeFilter(before, change), { replace, preventScrollReset: true }),
    [setParams],
  );
  return { filter, changeFilter };
}
