import type { Site } from '@inlet/contracts/site';
import { AnchorButton } from '#components/site/anchor-button.tsx';
import { Faq } from '#components/site/faq.tsx';
import { Island } from '#components/site/island.tsx';
import { FeatureList } from '#features/landing/components/feature-list.tsx';
import { Figures } from '#features/landing/components/figures.tsx';
import { Hero } from '#features/landing/components/hero.tsx';
import { NeverLost } from '#features/landing/components/never-lost.tsx';
import { type LandingQuestion, landingQuestions } from '#features/landing/questions.ts';
import { OfferSummary } from '#features/pricing/components/offer-summary.tsx';
import { useSite } from '#lib/site.tsx';
import { productData, questionData } from '#routes/public/structured-data.ts';

export function LandingPage() {
  const site = useSite();
  return (
    <>
      <Hero />
      <FeatureList />
      <Island name="demo" when="near" />
      <NeverLost />
      <Figures />
      {site.sellsPlans && (
        <section aria-labelledby="offer" className="mx-auto max-w-[72rem] px-4 pt-24 sm:px-6">
          <OfferSummary titleId="offer">
            <AnchorButton href="/pricing">See pricing</AnchorButton>
          </OfferSummary>
        </section>
      )}
      <Faq title="Questions" questions={questionsOf(site)} />
    </>
  );
}

export function landingData(site: Site) {
  return [productData, questionData(questionsOf(site))];
}

function questionsOf(site: Site): readonly LandingQuestion[] {
  return landingQuestions.filter(({ sellsPlans = false }) => site.sellsPlans || !sellsPlans);
}
