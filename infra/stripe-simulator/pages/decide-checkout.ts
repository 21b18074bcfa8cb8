import type { RequestHandler } from 'express';
import * as z from 'zod';
import { readParams } from '#api/read-params.ts';
import { completeCheckout, expireCheckout } from '#billing/end-checkout.ts';
import { requireRow } from '#billing/require-row.ts';
import { invalidRequest } from '#billing/stripe-failure.ts';
import { sendCheckout } from '#pages/checkout-page.ts';
import type { Simulator } from '#simulator.ts';

const decision = z.object({ action: z.enum(['pay', 'decline', 'cancel', 'expire']) });

/** Carries out an action of the checkout page. */
export function decideCheckout(simulator: Simulator): RequestHandler<{ id: string }> {
  return (request, response) => {
    const session = requireRow(simulator.tables.checkoutSessions, 'checkout.session', request.params.id);
    const { action } = readParams(decision, request.body ?? {});
    if (action === 'pay') {
      const paid = completeCheckout(simulator, session);
      simulator.save();
      return response.redirect(303, successAddress(paid.success_url ?? '/', paid.id));
    }
    // The session stays open: the customer may still come back and pay.
    if (action === 'cancel') return response.redirect(303, session.cancel_url ?? '/');
    if (action === 'decline') {
      if (session.status !== 'open') throw invalidRequest('This Checkout Session is not open any more.');
      return sendCheckout(response, simulator, session, 'Your card was declined.');
    }
    const expired = expireCheckout(simulator, session);
    simulator.save();
    return sendCheckout(response, simulator, expired, null);
  };
}

/** The address may ask for the session's id by this name. */
function successAddress(url: string, id: string): string {
  return url.replaceAll('{CHECKOUT_SESSION_ID}', id).replaceAll('%7BCHECKOUT_SESSION_ID%7D', id);
}
