import { AnchorButton } from '#components/site/anchor-button.tsx';
import { Faq } from '#components/site/faq.tsx';
import { FeatureList } from '#features/landing/components/feature-list.tsx';
import { Figures } from '#features/landing/components/figures.tsx';
import { Hero } from '#features/landing/components/hero.tsx';
import { Overview } from '#features/landing/components/overview.tsx';
import { Demo } from '#features/landing/demo/demo.tsx';
import { landingQuestions } from '#features/landing/questions.ts';
import { useOffer } from '#features/pricing/api/use-offer.ts';
import { OfferSummary } from '#features/pricing/components/offer-summary.tsx';
import { productData, questionData } from '#routes/structured-data.ts';

export function LandingPage() {
  const offer = useOffer();
  return (
    <>
      <Hero />
      <FeatureList />
      <Demo />
      <Overview />
      <Figures />
      <section aria-labelledby="offer" className="mx-auto max-w-[72rem] px-4 pt-24 sm:px-6">
        <OfferSummary titleId="offer" offer={offer}>
          <AnchorButton href="/pricing">See pricing</AnchorButton>
        </OfferSummary>
      </section>
      <Faq title="Questions" questions={landingQuestions} />
    </>
  );
}

export const landingData = [productData, questionData(landingQuestions)];
