import { useMemo } from 'react';
import type { Filter } from '#features/submissions/filter.ts';
import { useKeptChoice } from '#features/submissions/kept-choice.ts';

/**
 * The filter that the list is read with. If done submissions are hidden, the inbox requests open ones, unless the
 * address names a status. The export follows only the address.
 */
export function useListedFilter(filter: Filter) {
  const isOn = useKeptChoice('hide-done');
  const hidesDone = isOn && filter.folder === 'inbox' && filter.status === '';
  const listed = useMemo<Filter>(() => (hidesDone ? { ...filter, status: 'open' } : filter), [filter, hidesDone]);
  return { listed, hidesDone };
}
