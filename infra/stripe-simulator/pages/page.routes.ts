import { html } from '@inlet/local/html';
import { type ErrorRequestHandler, Router, urlencoded } from 'express';
import { StripeFailure } from '#billing/stripe-failure.ts';
import { actInPortal } from '#pages/act-in-portal.ts';
import { checkoutPage, decideCheckout } from '#pages/checkout-page.ts';
import { invoicePage } from '#pages/invoice-page.ts';
import { type Page, sendPage } from '#pages/layout.ts';
import { overviewPage } from '#pages/overview-page.ts';
import { portalPage } from '#pages/portal-page.ts';
import type { Simulator } from '#simulator.ts';

/** The pages, and their forms, which return another page or redirect to an address. */
export function createPageRoutes(simulator: Simulator): Router {
  const router = Router();

  const show = (path: string, page: (simulator: Simulator, id: string) => Page) =>
    router.get(path, ({ params }, response) => sendPage(response, page(simulator, String(params.id))));

  const act = (path: string, decide: (simulator: Simulator, form: unknown, id: string) => Page | string) =>
    router.post(path, urlencoded({ extended: false }), ({ params, body }, response) => {
      const next = decide(simulator, body ?? {}, String(params.id));
      simulator.save();
      if (typeof next === 'string') response.redirect(303, next);
      else sendPage(response, next);
    });

  show('/', overviewPage);
  show('/c/pay/:id', checkoutPage);
  act('/c/pay/:id', decideCheckout);
  show('/p/session/:id', portalPage);
  act('/p/session/:id', actInPortal);
  show('/i/:id', invoicePage);
  router.use(showFailure);
  return router;
}

/** Shows a refusal as a page; the general error handler gets all other errors. */
const showFailure: ErrorRequestHandler = (error, _request, response, next) => {
  if (!(error instanceof StripeFailure)) return next(error);
  const title = error.status === 404 ? 'Not found' : 'That does not work';
  const body = html`<section><h1>${title}</h1><p>${error.message}</p></section>`;
  sendPage(response, { title, body, status: error.status });
};
