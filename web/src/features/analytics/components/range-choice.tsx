import { useSearchParams } from 'react-router-dom';
import { classNames } from '#components/ui/class-names.ts';

const ranges = [7, 30, 90, 365] as const;

/** Chooses the number of days, which the address contains. */
export function useRange(): number {
  const wanted = Number(useSearchParams()[0].get('days'));
  return ranges.find((days) => days === wanted) ?? 30;
}

export function RangeChoice() {
  const range = useRange();
  const [, setParams] = useSearchParams();
  return (
    <fieldset className="flex shrink-0 gap-1">
      <legend className="sr-only">Period</legend>
      {ranges.map((days) => (
        <button
          key={days}
          type="button"
          aria-pressed={days === range}
          onClick={() => setParams({ days: String(days) }, { replace: true, preventScrollReset: true })}
          className={classNames(
            'min-h-11 rounded-medium px-3 text-small font-medium transition-tint hover:bg-hover hover:text-ink sm:min-h-9',
            days === range ? 'bg-hover text-ink' : 'text-muted',
          )}
        >
          {days === 365 ? 'Year' : `${days} days`}
        </button>
      ))}
    </fieldset>
  );
}
