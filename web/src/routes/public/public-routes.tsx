import { docsRoutes } from '#routes/public/docs-routes.tsx';
import type { PublicRoute } from '#routes/public/public-route.ts';

/** Every public page: the build, the sitemap, the link check and the measurements all use this list. */
export const publicRoutes: readonly PublicRoute[] = [
  {
    path: '/',
    title: 'Inlet: a backend for your website’s forms',
    description:
      'Point a form of any website at Inlet and read its submissions in a dashboard. No server to write, no script to load, no submission lost.',
    lazy: async (site) => {
      const { LandingPage, landingData } = await import('#routes/public/landing-page.tsx');
      return { Component: LandingPage, structuredData: landingData(site) };
    },
  },
  {
    path: '/pricing',
    title: 'Pricing · Inlet',
    description: 'Early Pro: a yearly price for the first users of Inlet, with a 30-day money-back guarantee.',
    sellsPlans: true,
    lazy: async () => {
      const { PricingPage, pricingData } = await import('#routes/public/pricing-page.tsx');
      return { Component: PricingPage, structuredData: pricingData };
    },
  },
  ...docsRoutes,
  {
    path: '/terms',
    title: 'Terms of service · Inlet',
    description: 'The agreement between you and the operator of Inlet.',
    lazy: async () => ({ Component: (await import('#routes/public/terms-page.tsx')).TermsPage }),
  },
  {
    path: '/privacy',
    title: 'Privacy policy · Inlet',
    description: 'The personal data that Inlet handles, its purposes, its retention, and your rights.',
    lazy: async () => ({ Component: (await import('#routes/public/privacy-page.tsx')).PrivacyPage }),
  },
  {
    path: '/dpa',
    title: 'Data processing agreement · Inlet',
    description: 'How Inlet processes the submissions of your forms: on your behalf, as your processor.',
    lazy: async () => ({ Component: (await import('#routes/public/dpa-page.tsx')).DpaPage }),
  },
];

/** The page for unknown addresses; its status is 404. */
export const notFoundRoute: PublicRoute = {
  path: '/404',
  title: 'Page not found · Inlet',
  description: 'There is no page at this address.',
  lazy: async () => ({ Component: (await import('#routes/public/not-found-page.tsx')).NotFoundPage }),
};
