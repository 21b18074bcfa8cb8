import type { Product } from '@inlet/contracts/billing';
import { type ReactNode, useState } from 'react';
import type { Choice } from '#features/billing/api/use-checkout.ts';
import { PlanButton } from '#features/billing/components/plan-button.tsx';
import { PlanCard } from '#features/billing/components/plan-card.tsx';
import { PlanPrices } from '#features/billing/components/plan-prices.tsx';
import { type Buyer, isFor, isPurchase, planOffer } from '#features/billing/plan-offer.ts';
import { formatTime } from '#lib/dates.ts';

interface OfferedPlanProps {
  readonly product: Product;
  readonly buyer: Buyer;
  /** The remaining spots of early pro, or null while the number is unknown. */
  readonly available: number | null;
  readonly banner?: ReactNode;
  readonly note?: ReactNode;
  readonly buyingPriceId: string | null;
  readonly onBuy: (choice: Choice) => void;
}

/** A plan's card with its button, for the price that was chosen on the card. */
export function OfferedPlan({ product, buyer, available, banner, note, buyingPriceId, onBuy }: OfferedPlanProps) {
  const [chosenId, setChosenId] = useState<string | null>(null);
  const priceOf = (id: string | null | undefined) => product.prices.find((price) => price.id === id);
  const price =
    priceOf(chosenId) ?? priceOf(buyer.openCheckout?.priceId) ?? priceOf(buyer.currentPriceId) ?? product.prices[0];
  // Without a price there is nothing to buy yet.
  const offer = price ? planOffer(product, buyer, available, price) : 'soon';
  const isBuyable = product.prices.some((each) => isPurchase(planOffer(product, buyer, available, each)));
  return (
    <PlanCard
      product={product}
      banner={banner}
      prices={
        price && (
          <PlanPrices product={product} chosen={price} onChoose={isBuyable ? ({ id }) => setChosenId(id) : undefined} />
        )
      }
      note={note}
    >
      {isBuyable && isFor(buyer.openCheckout, product) && (
        <p className="mb-3 text-center text-small text-muted">
          {product.metadata.capacity === null ? 'Your payment page is open' : 'A spot is held for you'} until{' '}
          {formatTime(buyer.openCheckout.expiresAt)}
        </p>
      )}
      <PlanButton
        offer={offer}
        waitlistPath={product.metadata.plan_key === 'early_pro' ? '/auth?early_pro=true' : '/auth?mode=waitlist'}
        isBuying={price !== undefined && price.id === buyingPriceId}
        onBuy={() => price && onBuy({ product, price })}
      />
    </PlanCard>
  );
}
