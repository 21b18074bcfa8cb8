import { formatCount } from '#lib/wording.ts';

/** Says that the list keeps itself up to date, or that it cannot at the moment; and tells screen readers of arrivals. */
export function LiveMark({ isInterrupted, arrivals }: { isInterrupted: boolean; arrivals: number }) {
  return (
    <p className="flex items-center gap-1.5 whitespace-nowrap">
      <span aria-hidden className={`size-1.5 rounded-full ${isInterrupted ? 'bg-line-strong' : 'bg-success'}`} />
      <span>{isInterrupted ? 'Reconnecting' : 'Live'}</span>
      <span role="status" className="sr-only">
        {arrivals > 0 && `${formatCount(arrivals, 'new submission')} since you opened this page`}
      </span>
    </p>
  );
}
