import { Skeleton } from '#components/ui/skeleton.tsx';
import { earlyProOf, type Offer } from '#features/pricing/api/use-offer.ts';
import { formatAmount, formatInterval } from '#lib/prices.ts';

/** The price of early pro as the service sells it, and a quiet placeholder for as long as that is not known. */
export function OfferPrice({ offer }: { offer: Offer }) {
  return <div className="flex min-h-8 items-center">{contentOf(offer)}</div>;
}

function contentOf(offer: Offer) {
  const price = earlyProOf(offer)?.prices[0];
  if (price) {
    return (
      <p className="flex flex-wrap items-baseline gap-x-2">
        <span className="text-title font-semibold tabular-nums">{formatAmount(price.unitAmount, price.currency)}</span>
        <span className="text-small text-muted">{formatInterval(price)}</span>
      </p>
    );
  }
  if (offer.products.isAway || offer.products.value !== null) {
    return <p className="text-small text-muted">The price cannot be shown right now. You see it before you pay.</p>;
  }
  return (
    <>
      <Skeleton className="h-7 w-28 noscript:hidden" />
      <p className="hidden text-small text-muted noscript:block">
        Without JavaScript the price cannot be shown here. You see it before you pay.
      </p>
    </>
  );
}
