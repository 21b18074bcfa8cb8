import type { RequestHandler } from 'express';
import Stripe from 'stripe';
import * as z from 'zod';
import { StripeFailure } from '#billing/stripe-failure.ts';
import { newId } from '#objects/fields.ts';

/** The faults of the next API calls. */
export const faultSchema = z.strictObject({
  requests: z.int().min(0).max(1_000),
  status: z.int().min(400).max(599).default(503),
  /** `before`: the call is refused. `after`: the call succeeds, but its response is lost. */
  when: z.enum(['before', 'after']).default('before'),
});

export type Faults = z.output<typeof faultSchema>;

/** Sets the headers of every Stripe response: the request's id and the API version. */
export const labelAnswer: RequestHandler = (request, response, next) => {
  response.set('request-id', newId('req'));
  response.set('stripe-version', request.get('stripe-version') ?? Stripe.API_VERSION);
  next();
};

/** Makes a call fail on demand, before or after its work. */
export function injectFault(faults: Faults): RequestHandler {
  return (_request, response, next) => {
    if (faults.requests === 0) return next();
    faults.requests -= 1;
    if (faults.when === 'before') throw new StripeFailure(faults.status, 'api_error', 'A failure that was asked for.');
    // Closes the connection instead of sending the response.
    response.json = () => response.destroy() as typeof response;
    next();
  };
}

/** Accepts any test key. A key of a live account must never be sent here. */
export const requireKey: RequestHandler = (request, _response, next) => {
  const key = request.get('authorization')?.replace(/^Bearer /i, '') ?? '';
  if (key === '') throw refusal('You did not provide an API key.');
  if (!/^[sr]k_test_\w+$/.test(key)) throw refusal(`Invalid API Key provided: ${key.slice(0, 8)}***`);
  next();
};

function refusal(message: string): StripeFailure {
  return new StripeFailure(401, 'invalid_request_error', message);
}
