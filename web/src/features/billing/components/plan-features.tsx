import Check from 'virtual:lucide/check';
import type { Product } from '@inlet/contracts/billing';
import { classNames } from '#components/ui/class-names.ts';
import { featureLabel } from '#lib/wording.ts';

/** The features of a plan. */
export function PlanFeatures({ product, className }: { product: Product; className: string }) {
  return (
    <ul className={classNames('grid gap-2 text-small', className)}>
      {product.metadata.features.map((feature) => (
        <li key={feature} className="flex gap-2">
          <Check aria-hidden size={16} strokeWidth={2} className="mt-0.5 shrink-0 text-accent" />
          {featureLabel(feature)}
        </li>
      ))}
    </ul>
  );
}
