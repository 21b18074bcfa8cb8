import { html } from '@inlet/local/html';
import type { ErrorRequestHandler } from 'express';
import { StripeFailure } from '#billing/stripe-failure.ts';
import { sendPage } from '#pages/layout.ts';

/** A refusal as a page; anything else goes on to where all errors are answered. */
export const pageFailure: ErrorRequestHandler = (error, _request, response, next) => {
  if (!(error instanceof StripeFailure)) return next(error);
  const title = error.status === 404 ? 'Not found' : 'That does not work';
  const body = html`<section><h1>${title}</h1><p>${error.message}</p></section>`;
  sendPage(response, { title, body, status: error.status });
};
