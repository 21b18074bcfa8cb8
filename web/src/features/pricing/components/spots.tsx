import { Live } from '#components/site/live.tsx';
import { Meter } from '#components/ui/meter.tsx';
import { Skeleton } from '#components/ui/skeleton.tsx';

/** The numbers of claimed and of remaining spots; nothing while they are unknown. */
export function Spots() {
  const known = (
    <div>
      <p className="mb-2 flex flex-wrap justify-between gap-x-4 text-small">
        <span data-text="claimed" />
        <span data-text="remaining" className="text-muted" />
      </p>
      <Meter label="Early Pro spots claimed" percentage={null} />
    </div>
  );
  const away = <p className="text-small text-muted">Failed to get early pro count</p>;
  return (
    <Live name="spots" states={{ known, away }} className="min-h-9 noscript:hidden">
      <Skeleton className="h-9 w-full" />
    </Live>
  );
}
