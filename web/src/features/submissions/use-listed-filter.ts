import { useMemo } from 'react';
import type { Filter } from '#features/submissions/filter.ts';
import { useKeptChoice } from '#features/submissions/kept-choice.ts';

/**
 * The filter that the list is read with. Where done submissions are hidden the inbox asks for open ones, unless the
 * address asks for a status. The export follows the address alone.
 */
export function useListedFilter(filter: Filter) {
  const isOn = useKeptChoice('hide-done');
  const hidesDone = isOn && filter.folder === 'inbox' && filter.status === '';
  const listed = useMemo<Filter>(() => (hidesDone ? { ...filter, status: 'open' } : filter), [filter, hidesDone]);
  return { listed, hidesDone };
}
