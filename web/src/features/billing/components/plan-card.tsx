import type { Product } from '@inlet/contracts/billing';
import { Check } from 'lucide-react';
import type { ReactNode } from 'react';
import { Card } from '#components/ui/card.tsx';
import { classNames } from '#components/ui/class-names.ts';
import { featureLabel } from '#features/billing/plan-name.ts';
import { formatInterval } from '#features/billing/prices.ts';
import { formatAmount } from '#lib/prices.ts';

interface PlanCardProps {
  readonly product: Product;
  /** Above the name, as a special offer has it. */
  readonly banner?: ReactNode;
  /** Under the price. */
  readonly note?: ReactNode;
  readonly children: ReactNode;
}

export function PlanCard({ product, banner, note, children }: PlanCardProps) {
  const price = product.prices[0];
  return (
    <Card className={classNames('flex h-full flex-col overflow-hidden', Boolean(banner) && 'border-accent')}>
      {banner}
      <article aria-label={product.name} className="flex grow flex-col p-4 sm:p-6">
        <h2 className="text-heading font-semibold">{product.name}</h2>
        {product.description && <p className="mt-1 text-small text-muted">{product.description}</p>}
        {price && (
          <p className="mt-4 flex flex-wrap items-baseline gap-x-2">
            <span className="text-title font-semibold tabular-nums">
              {formatAmount(price.unitAmount, price.currency)}
            </span>
            <span className="text-small text-muted">{formatInterval(price)}</span>
          </p>
        )}
        {note}
        <ul className={classNames('mt-4 mb-6 grid gap-2 text-small', Boolean(banner) && 'sm:grid-cols-2')}>
          {product.metadata.features.map((feature) => (
            <li key={feature} className="flex gap-2">
              <Check aria-hidden size={16} strokeWidth={2} className="mt-0.5 shrink-0 text-accent" />
              {featureLabel(feature)}
            </li>
          ))}
        </ul>
        <div className="mt-auto">{children}</div>
      </article>
    </Card>
  );
}
