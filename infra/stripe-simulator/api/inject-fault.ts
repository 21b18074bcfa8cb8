import type { RequestHandler } from 'express';
import { StripeFailure } from '#billing/stripe-failure.ts';
import type { Faults } from '#control/faults.ts';

/** Makes a call fail on demand, before or after its work. */
export function injectFault(faults: Faults): RequestHandler {
  return (_request, response, next) => {
    const fault = faults.take();
    if (fault?.when === 'before') throw new StripeFailure(fault.status, 'api_error', 'A failure that was asked for.');
    // Closes the connection instead of sending the answer.
    if (fault?.when === 'after') response.json = () => response.destroy() as typeof response;
    next();
  };
}
