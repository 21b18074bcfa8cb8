import { useCallback, useMemo } from 'react';
import { useSearchParams } from 'react-router-dom';
import { type Filter, readFilter, writeFilter } from '#features/submissions/filter.ts';

/** The filter of the address bar. A change is a step that "back" takes back, unless it goes on with one, as typing does. */
export function useFilter() {
  const [params, setParams] = useSearchParams();
  const { folder, q, from, to, origin } = readFilter(params);
  const filter = useMemo<Filter>(() => ({ folder, q, from, to, origin }), [folder, q, from, to, origin]);
  const changeFilter = useCallback(
    (change: Partial<Filter>, { replace = false } = {}) =>
      setParams((before) => writeFilter(before, change), { replace, preventScrollReset: true }),
    [setParams],
  );
  return { filter, changeFilter };
}
