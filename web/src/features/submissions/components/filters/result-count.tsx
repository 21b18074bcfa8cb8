import type { Found } from '#features/submissions/list/submission-list.ts';
import { formatDay } from '#lib/dates.ts';
import { formatCount, formatNumber } from '#lib/wording.ts';

interface ResultCountProps {
  readonly found: Found;
  readonly noun: string;
}

/** How many submissions the list has, and how far a search has looked that is still under way. */
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
