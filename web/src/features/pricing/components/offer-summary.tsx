import { formatNumber } from '@inlet/contracts/counts';
import { planLimits } from '@inlet/contracts/plans';
import type { ReactNode } from 'react';
import { Card } from '#components/ui/card.tsx';
import { OfferPrice } from '#features/pricing/components/offer-price.tsx';
import { Spots } from '#features/pricing/components/spots.tsx';

interface OfferSummaryProps {
  readonly titleId: string;
  /** The address with more details. */
  readonly children: ReactNode;
}

/** A short summary of the offer, for a page with another subject. */
export function OfferSummary({ titleId, children }: OfferSummaryProps) {
  const { forms, submissionsPerMonth } = planLimits('early_pro');
  return (
    <Card className="grid gap-x-12 gap-y-6 p-6 sm:p-8 md:grid-cols-2 md:items-center">
      <div>
        <h2 id={titleId} className="text-title font-semibold">
          Early Pro, for the first users
        </h2>
        <p className="mt-2 text-pretty text-muted">
          {`${formatNumber(forms)} forms and ${formatNumber(submissionsPerMonth)} submissions a month, paid by the year, with a 30-day money-back guarantee.`}
        </p>
      </div>
      <div className="grid gap-4">
        <OfferPrice />
        <Spots />
        <div>{children}</div>
      </div>
    </Card>
  );
}
