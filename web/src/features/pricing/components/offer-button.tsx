import type { Product } from '@inlet/contracts/billing';
import { AnchorButton } from '#components/site/anchor-button.tsx';
import { Button } from '#components/ui/button.tsx';

interface OfferButtonProps {
  readonly product: Product | null;
  /** Spots that are left; null while that is not known. */
  readonly available: number | null;
}

/** What a stranger can do about the offer. As long as nothing is known of it, the waitlist is open. */
export function OfferButton({ product, available }: OfferButtonProps) {
  if (available === 0) {
    return (
      <AnchorButton href="/pricing" className="w-full">
        Sold Out
      </AnchorButton>
    );
  }
  if (product?.metadata.sale === 'soon') {
    return (
      <Button disabled className="w-full">
        Coming Soon
      </Button>
    );
  }
  const isOpen = product?.metadata.sale === 'open';
  return (
    <AnchorButton href={isOpen ? '/dashboard' : '/auth?early_pro=true'} variant="primary" className="w-full">
      {isOpen ? 'Choose Plan' : 'Join Waitlist'}
    </AnchorButton>
  );
}
