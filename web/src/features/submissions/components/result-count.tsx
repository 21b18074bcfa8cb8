import type { Found } from '#features/submissions/list/submission-list.ts';
import { formatCount, formatNumber } from '#lib/wording.ts';

interface ResultCountProps {
  readonly found: Found;
  readonly isFiltered: boolean;
}

/** How many submissions the list has. */
export function ResultCount({ found: { total, isExact }, isFiltered }: ResultCountProps) {
  const noun = isFiltered ? 'result' : 'submission';
  return (
    <span role="status" className="whitespace-nowrap tabular-nums">
      {isExact ? formatCount(total, noun) : `${formatNumber(total)}+ ${noun}s`}
    </span>
  );
}
