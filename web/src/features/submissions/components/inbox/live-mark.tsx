import { formatCount } from '@inlet/contracts/counts';

/** Shows if the list updates itself at the moment, and announces new submissions to screen readers. */
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
