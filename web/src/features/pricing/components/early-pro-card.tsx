import { planLimits } from '@inlet/contracts/plans';
import { Check } from 'lucide-react';
import type { ReactNode } from 'react';
import { Card } from '#components/ui/card.tsx';
import type { Offer } from '#features/pricing/api/use-offer.ts';
import { OfferPrice } from '#features/pricing/components/offer-price.tsx';
import { formatNumber } from '#lib/wording.ts';

interface EarlyProCardProps {
  readonly offer: Offer;
  /** What the product says it includes; null until it has been read. */
  readonly included: readonly string[] | null;
  /** What is spared against pro, where it is known. */
  readonly saving: string | null;
  /** The button. */
  readonly children: ReactNode;
}

export function EarlyProCard({ offer, included, saving, children }: EarlyProCardProps) {
  return (
    <Card className="border-accent p-6 sm:p-8">
      <article aria-labelledby="early-pro">
        <h2 id="early-pro" className="text-heading font-semibold">
          Early Pro
        </h2>
        <p className="mt-1 text-small text-muted">The Pro plan at a yearly price, for the first users of Inlet.</p>
        <div className="mt-5">
          <OfferPrice offer={offer} />
          <p className="mt-1 min-h-5 text-small text-success">{saving && `Saves ${saving} a year against Pro`}</p>
        </div>
        <ul className="mt-5 mb-8 grid min-h-[11.5rem] content-start gap-2 text-small sm:min-h-[5.25rem] sm:grid-cols-2">
          {(included ?? limits()).map((line) => (
            <li key={line} className="flex gap-2">
              <Check aria-hidden size={16} strokeWidth={2} className="mt-0.5 shrink-0 text-accent" />
              {line}
            </li>
          ))}
        </ul>
        {children}
        <p className="mt-4 text-center text-small text-balance text-muted">
          30-day money-back guarantee. Cancel anytime.
        </p>
      </article>
    </Card>
  );
}

/** What holds for the plan whatever its product says. */
function limits(): string[] {
  const { forms, submissionsPerMonth } = planLimits('early_pro');
  return [`${formatNumber(forms)} forms`, `${formatNumber(submissionsPerMonth)} submissions per month`];
}
