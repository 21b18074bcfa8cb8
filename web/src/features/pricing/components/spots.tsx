import type { EarlyProCount } from '@inlet/contracts/billing';
import { Meter } from '#components/ui/meter.tsx';
import { Skeleton } from '#components/ui/skeleton.tsx';
import type { Remote } from '#features/pricing/api/use-remote.ts';
import { formatCount, formatNumber } from '#lib/wording.ts';

/** How many spots are claimed and how many remain; nothing as long as that is not known. */
export function Spots({ spots }: { spots: Remote<EarlyProCount> }) {
  return <div className="min-h-9 noscript:hidden">{contentOf(spots)}</div>;
}

function contentOf({ value, isAway }: Remote<EarlyProCount>) {
  if (value === null) {
    return isAway ? (
      <p className="text-small text-muted">How many spots remain cannot be told right now.</p>
    ) : (
      <Skeleton className="h-9 w-full" />
    );
  }
  const capacity = value.count + value.available;
  return (
    <>
      <p className="mb-2 flex flex-wrap justify-between gap-x-4 text-small">
        <span>
          {formatNumber(value.count)} of {formatCount(capacity, 'spot')} claimed
        </span>
        <span className="text-muted">{formatCount(value.available, 'spot')} remaining</span>
      </p>
      <Meter label="Early Pro spots claimed" percentage={(value.count / capacity) * 100} />
    </>
  );
}
