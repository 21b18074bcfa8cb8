import { Button } from '#components/ui/button.tsx';
import { ButtonLink } from '#components/ui/button-link.tsx';
import { Notice } from '#components/ui/notice.tsx';
import type { PlanOffer } from '#features/billing/plan-offer.ts';

interface PlanButtonProps {
  readonly offer: PlanOffer;
  /** The address of the waitlist. */
  readonly waitlistPath: string;
  readonly isBuying: boolean;
  readonly onBuy: () => void;
}

const closed: Partial<Record<PlanOffer, string>> = {
  current: 'Current Plan',
  'sold-out': 'Sold Out',
  soon: 'Coming Soon',
};

export function PlanButton({ offer, waitlistPath, isBuying, onBuy }: PlanButtonProps) {
  const reason = closed[offer];
  if (reason) {
    return (
      <Button disabled className="w-full">
        {reason}
      </Button>
    );
  }
  if (offer === 'waiting') {
    return <Notice tone="success">You’re on the waitlist. We’ll invite you.</Notice>;
  }
  if (offer === 'waitlist') {
    return (
      <ButtonLink to={waitlistPath} variant="primary" className="w-full">
        Join Waitlist
      </ButtonLink>
    );
  }
  return (
    <Button variant="primary" isLoading={isBuying} onClick={onBuy} className="w-full">
      {offer === 'claim' ? 'Claim Your Spot' : 'Choose Plan'}
    </Button>
  );
}
