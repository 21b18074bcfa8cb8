import type { RequestHandler } from 'express';
import { StripeFailure } from '#billing/stripe-failure.ts';
import type { Faults } from '#control/faults.ts';

/** Lets a call fail on demand: without being done, or done with its answer lost. */
export function injectFault(faults: Faults): RequestHandler {
  return (_request, response, next) => {
    const fault = faults.take();
    if (fault?.when === 'before') throw new StripeFailure(fault.status, 'api_error', 'A failure that was asked for.');
    // The connection breaks where the answer would have gone out.
    if (fault?.when === 'after') response.json = () => response.destroy() as typeof response;
    next();
  };
}
