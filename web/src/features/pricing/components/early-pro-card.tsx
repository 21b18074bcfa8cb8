import Check from 'virtual:lucide/check';
import { formatNumber } from '@inlet/contracts/counts';
import { planLimits } from '@inlet/contracts/plans';
import { Live } from '#components/site/live.tsx';
import { Card } from '#components/ui/card.tsx';
import { OfferButton } from '#features/pricing/components/offer-button.tsx';
import { OfferPrice } from '#features/pricing/components/offer-price.tsx';

export function EarlyProCard() {
  const saving = (
    <p>
      Save <span data-text="saving" /> a year compared with Pro
    </p>
  );
  return (
    <Card className="border-accent p-6 sm:p-8">
      <article aria-labelledby="early-pro">
        <h2 id="early-pro" className="text-heading font-semibold">
          Early Pro
        </h2>
        <p className="mt-1 text-small text-muted">The Pro plan at a yearly price, for the first users of Inlet.</p>
        <div className="mt-5">
          <OfferPrice />
          <Live name="saving" states={{ known: saving }} className="mt-1 min-h-5 text-small text-success" />
        </div>
        <Live
          as="ul"
          name="features"
          states={{ line: <Line /> }}
          className="mt-5 mb-8 grid min-h-[11.5rem] content-start gap-2 text-small sm:min-h-[5.25rem] sm:grid-cols-2"
        >
          {limits().map((line) => (
            <Line key={line} text={line} />
          ))}
        </Live>
        <OfferButton />
        <p className="mt-4 text-center text-small text-balance text-muted">
          30-day money-back guarantee. Cancel anytime.
        </p>
      </article>
    </Card>
  );
}

function Line({ text }: { text?: string }) {
  return (
    <li className="flex gap-2">
      <Check aria-hidden size={16} strokeWidth={2} className="mt-0.5 shrink-0 text-accent" />
      <span data-text="line">{text}</span>
    </li>
  );
}

/** Limits of the plan that its product cannot change. */
function limits(): string[] {
  const { forms, submissionsPerMonth } = planLimits('early_pro');
  return [`${formatNumber(forms)} forms`, `${formatNumber(submissionsPerMonth)} submissions per month`];
}
