import type { Product } from '@inlet/contracts/billing';
import { Card } from '#components/ui/card.tsx';
import { classNames } from '#components/ui/class-names.ts';
import { Notice } from '#components/ui/notice.tsx';
import { QueryFailure } from '#components/ui/query-failure.tsx';
import { Skeleton } from '#components/ui/skeleton.tsx';
import type { Choice } from '#features/billing/api/use-checkout.ts';
import { useEarlyProCount } from '#features/billing/api/use-early-pro-count.ts';
import { useProducts } from '#features/billing/api/use-products.ts';
import { EarlyProBanner, EarlyProSpots } from '#features/billing/components/early-pro-spots.tsx';
import { OfferedPlan } from '#features/billing/components/offered-plan.tsx';
import { type Buyer, isPurchase, planOffer } from '#features/billing/plan-offer.ts';
import { yearlySaving } from '#features/billing/prices.ts';

interface PlanCardsProps {
  readonly buyer: Buyer;
  /** The price whose purchase is starting, if any. */
  readonly buyingPriceId: string | null;
  readonly onBuy: (choice: Choice) => void;
}

/** The plans for sale, early pro first. */
export function PlanCards({ buyer, buyingPriceId, onBuy }: PlanCardsProps) {
  const products = useProducts();
  const available = useEarlyProCount().data?.available ?? null;
  if (products.isPending) return <PlanCardsSkeleton />;
  if (!products.data) return <QueryFailure title="Failed to fetch products" query={products} />;
  const saving = yearlySaving(products.data);
  const isBuyable = (product: Product) =>
    product.prices.some((price) => isPurchase(planOffer(product, buyer, available, price)));
  const isMember = buyer.currentPlan !== null;
  return (
    <>
      {isMember && !products.data.some(isBuyable) && (
        <Notice tone="info">No other plan can be bought at the moment. Your plan stays as it is.</Notice>
      )}
      <ul className={gridClass}>
        {inOrder(products.data, (product) => isMember && isBuyable(product)).map((product) => {
          const isEarlyPro = product.metadata.plan_key === 'early_pro';
          return (
            <li key={product.id} className={classNames('min-w-0', isEarlyPro && 'sm:col-span-2')}>
              <OfferedPlan
                product={product}
                buyer={buyer}
                available={available}
                banner={isEarlyPro && <EarlyProBanner />}
                note={
                  isEarlyPro && (
                    <>
                      {saving && <p className="mt-1 text-small text-success">Save {saving} a year compared with Pro</p>}
                      <EarlyProSpots />
                    </>
                  )
                }
                buyingPriceId={buyingPriceId}
                onBuy={onBuy}
              />
            </li>
          );
        })}
      </ul>
    </>
  );
}

const gridClass = 'grid grid-cols-1 gap-4 sm:grid-cols-2';

/** Plans that the buyer can change to come first, then early pro, then by price. */
function inOrder(products: readonly Product[], isFirst: (product: Product) => boolean): Product[] {
  const rank = ({ metadata, prices }: Product) =>
    metadata.plan_key === 'early_pro' ? -1 : (prices[0]?.unitAmount ?? Number.MAX_SAFE_INTEGER);
  return products.toSorted((one, other) => Number(isFirst(other)) - Number(isFirst(one)) || rank(one) - rank(other));
}

function PlanCardsSkeleton() {
  return (
    <div role="status" aria-label="Loading plans" className={gridClass}>
      <Card className="h-96 p-6 sm:col-span-2">
        <Skeleton className="h-6 w-40" />
        <Skeleton className="mt-6 h-8 w-24" />
        <Skeleton className="mt-6 h-11.5 w-full" />
      </Card>
      {['second', 'third'].map((key) => (
        <Card key={key} className="h-72 p-6">
          <Skeleton className="h-6 w-32" />
          <Skeleton className="mt-6 h-8 w-24" />
        </Card>
      ))}
    </div>
  );
}
