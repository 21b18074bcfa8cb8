import { useCallback, useMemo } from 'react';
import { useLocation, useSearchParams } from 'react-router-dom';
import { type Filter, type FilterChange, folderOf, readFilter, writeFilter } from '#features/submissions/filter.ts';

/** The filter of the address bar. A change is a step that "back" takes back, unless it goes on with one, as typing does. */
export function useFilter() {
  const [params, setParams] = useSearchParams();
  const folder = folderOf(useLocation().pathname);
  const filterParams = new URLSearchParams(params);
  // It says which submission is open, not which are listed.
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
