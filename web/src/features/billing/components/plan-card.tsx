import type { Product } from '@inlet/contracts/billing';
import type { ReactNode } from 'react';
import { Card } from '#components/ui/card.tsx';
import { classNames } from '#components/ui/class-names.ts';
import { PlanFeatures } from '#features/billing/components/plan-features.tsx';

interface PlanCardProps {
  readonly product: Product;
  /** A label above the name, for special offers. */
  readonly banner?: ReactNode;
  readonly prices: ReactNode;
  /** Under the prices. */
  readonly note?: ReactNode;
  readonly children: ReactNode;
}

export function PlanCard({ product, banner, prices, note, children }: PlanCardProps) {
  return (
    <Card className={classNames('flex h-full flex-col overflow-hidden', Boolean(banner) && 'border-accent')}>
      {banner}
      <article aria-label={product.name} className="flex grow flex-col p-4 sm:p-6">
        <h2 className="text-heading font-semibold">{product.name}</h2>
        {product.description && <p className="mt-1 text-small text-muted">{product.description}</p>}
        {prices}
        {note}
        <PlanFeatures product={product} className={classNames('mt-4 mb-6', Boolean(banner) && 'sm:grid-cols-2')} />
        <div className="mt-auto">{children}</div>
      </article>
    </Card>
  );
}
