import { AnchorButton } from '#components/site/anchor-button.tsx';
import { Faq } from '#components/site/faq.tsx';
import { Island } from '#components/site/island.tsx';
import { FeatureList } from '#features/landing/components/feature-list.tsx';
import { Figures } from '#features/landing/components/figures.tsx';
import { Hero } from '#features/landing/components/hero.tsx';
import { Overview } from '#features/landing/components/overview.tsx';
import { landingQuestions } from '#features/landing/questions.ts';
import { OfferSummary } from '#features/pricing/components/offer-summary.tsx';
import { productData, questionData } from '#routes/structured-data.ts';

export function LandingPage() {
  return (
    <>
      <Hero />
      <FeatureList />
      <Island name="demo" when="near" />
      <Overview />
      <Figures />
      <section aria-labelledby="offer" className="mx-auto max-w-[72rem] px-4 pt-24 sm:px-6">
        <OfferSummary titleId="offer">
          <AnchorButton href="/pricing">See pricing</AnchorButton>
        </OfferSummary>
      </section>
      <Faq title="Questions" questions={landingQuestions} />
    </>
  );
}

export const landingData = [productData, questionData(landingQuestions)];
