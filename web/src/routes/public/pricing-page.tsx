import { AnchorButton } from '#components/site/anchor-button.tsx';
import { EntranceButton } from '#components/site/entrance-button.tsx';
import { Faq } from '#components/site/faq.tsx';
import { EarlyProCard } from '#features/pricing/components/early-pro-card.tsx';
import { OfferBanner } from '#features/pricing/components/offer-banner.tsx';
import { PlanTable } from '#features/pricing/components/plan-table.tsx';
import { pricingQuestions } from '#features/pricing/questions.ts';
import { questionData } from '#routes/public/structured-data.ts';

export function PricingPage() {
  return (
    <>
      <div className="mx-auto max-w-[40rem] px-4 pt-14 sm:px-6 sm:pt-20">
        <h1 className="text-center text-display font-semibold text-balance">Simple pricing</h1>
        <p className="mx-auto mt-4 mb-10 max-w-[32rem] text-center text-heading text-pretty text-muted">
          All of Inlet, at an early-adopter price.
        </p>
        <div className="grid gap-6">
          <OfferBanner />
          <EarlyProCard />
          <div className="mt-8">
            <PlanTable />
          </div>
        </div>
      </div>
      <Faq title="Pricing FAQ" questions={pricingQuestions} />
      <section aria-labelledby="begin" className="mx-auto max-w-[48rem] px-4 pt-24 text-center sm:px-6">
        <h2 id="begin" className="text-title font-semibold">
          Ready for your first form?
        </h2>
        <p className="mt-2 text-muted">It takes a minute, and one line of HTML. Or read first how it works.</p>
        <div className="mt-6 flex flex-wrap justify-center gap-3">
          <EntranceButton />
          <AnchorButton href="/docs">Read the docs</AnchorButton>
        </div>
      </section>
    </>
  );
}

export const pricingData = [questionData(pricingQuestions)];
