import { formatCount, formatNumber } from '@inlet/contracts/counts';
import { Meter } from '#components/ui/meter.tsx';
import { Skeleton } from '#components/ui/skeleton.tsx';
import { useEarlyProCount } from '#features/billing/api/use-early-pro-count.ts';

export function EarlyProBanner() {
  return (
    <p className="bg-accent px-4 py-2 text-center text-small font-medium text-on-accent">
      Limited Time: Early Pro Special
    </p>
  );
}

/** The number of claimed spots and of remaining spots. */
export function EarlyProSpots() {
  const { data, isError } = useEarlyProCount();
  if (isError && !data) return <p className="mt-4 min-h-11.5 text-small text-muted">Failed to get early pro count</p>;
  if (!data) return <Skeleton className="mt-4 h-11.5 w-full" />;
  const capacity = data.count + data.available;
  const percentage = capacity === 0 ? 100 : (data.count / capacity) * 100;
  return (
    <div className="mt-4 min-h-11.5">
      <p className="mb-2 flex flex-wrap justify-between gap-x-4 text-small">
        <span>
          {formatNumber(data.count)} of {formatCount(capacity, 'spot')} claimed
        </span>
        <span className="text-muted">{formatCount(data.available, 'spot')} remaining</span>
      </p>
      <Meter label="Early Pro spots claimed" percentage={percentage} />
    </div>
  );
}
