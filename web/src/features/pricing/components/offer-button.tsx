import { AnchorButton } from '#components/site/anchor-button.tsx';
import { Island } from '#components/site/island.tsx';
import { Live } from '#components/site/live.tsx';
import { Button } from '#components/ui/button.tsx';

/** The action of the offer. The waitlist is open until the state is known. */
export function OfferButton() {
  const open = (
    <AnchorButton href="/dashboard" variant="primary" className="w-full">
      Choose Plan
    </AnchorButton>
  );
  const soon = (
    <Button disabled className="w-full">
      Coming Soon
    </Button>
  );
  const soldOut = (
    <AnchorButton href="/pricing" className="w-full">
      Sold Out
    </AnchorButton>
  );
  return (
    <>
      <Island name="member-offer" when="member" className="peer" />
      <Live name="offer-button" states={{ open, soon, soldOut }} className="peer-[:not(:empty)]:hidden">
        <AnchorButton href="/auth?early_pro=true" variant="primary" className="w-full">
          Join Waitlist
        </AnchorButton>
      </Live>
    </>
  );
}
