import { Live } from '#components/site/live.tsx';
import { Skeleton } from '#components/ui/skeleton.tsx';

/** The price of early pro, with a placeholder until it is known. */
export function OfferPrice() {
  const known = (
    <p className="flex flex-wrap items-baseline gap-x-2">
      <span data-text="amount" className="text-title font-semibold tabular-nums" />
      <span data-text="interval" className="text-small text-muted" />
    </p>
  );
  const away = <p className="text-small text-muted">Failed to fetch products. You see the price before you pay.</p>;
  return (
    <Live name="price" states={{ known, away }} className="flex min-h-8 items-center">
      <Skeleton className="h-7 w-28 noscript:hidden" />
      <p className="hidden text-small text-muted noscript:block">
        Without JavaScript the price cannot be shown here. You see it before you pay.
      </p>
    </Live>
  );
}
