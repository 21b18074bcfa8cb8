import { formatCount, formatNumber } from '@inlet/contracts/counts';
import type { Found } from '#features/submissions/list/submission-list.ts';
import { formatDay } from '#lib/dates.ts';

interface ResultCountProps {
  readonly found: Found;
  readonly noun: string;
}

/** The number of submissions in the list, and the progress of a running search. */
export function ResultCount({ found: { total, isExact, search }, noun }: ResultCountProps) {
  const searchedBack = search?.isComplete === false ? search.searchedBack : null;
  return (
    <span role="status" className="whitespace-nowrap tabular-nums">
      {isExact ? formatCount(total, noun) : `${formatNumber(total)}+ ${noun}s`}
      {searchedBack !== null && (
        <span className="whitespace-normal"> · Searched back to {formatDay(searchedBack)}. Looking further…</span>
      )}
    </span>
  );
}
