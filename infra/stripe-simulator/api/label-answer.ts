import type { RequestHandler } from 'express';
import Stripe from 'stripe';
import { newId } from '#objects/new-id.ts';

/** Sets the headers of every answer of Stripe: the request's id and the API version. */
export const labelAnswer: RequestHandler = (request, response, next) => {
  response.set('request-id', newId('req'));
  response.set('stripe-version', request.get('stripe-version') ?? Stripe.API_VERSION);
  next();
};
