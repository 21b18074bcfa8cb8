import type { RequestHandler } from 'express';
import Stripe from 'stripe';
import { newId } from '#objects/new-id.ts';

/** The headers that every answer of Stripe carries: its own id of the request, and the version it was answered in. */
export const labelAnswer: RequestHandler = (request, response, next) => {
  response.set('request-id', newId('req'));
  response.set('stripe-version', request.get('stripe-version') ?? Stripe.API_VERSION);
  next();
};
