import type { Logger } from '@inlet/service/logger';
import { Router, urlencoded } from 'express';
import { answerFailure } from '#api/answer-failure.ts';
import { answerOnce } from '#api/answer-once.ts';
import { catalogueEndpoints } from '#api/catalogue.ts';
import { injectFault, labelAnswer, requireKey } from '#api/check-call.ts';
import { checkoutEndpoints } from '#api/checkout-sessions.ts';
import { customerEndpoints } from '#api/customers.ts';
import { eventEndpoints } from '#api/events.ts';
import { invoiceEndpoints } from '#api/invoices.ts';
import { paymentEndpoints } from '#api/payments.ts';
import { portalEndpoints } from '#api/portal-sessions.ts';
import { subscriptionEndpoints } from '#api/subscriptions.ts';
import { StripeFailure } from '#billing/stripe-failure.ts';
import type { Simulator } from '#simulator.ts';

const endpoints = [
  ...customerEndpoints,
  ...catalogueEndpoints,
  ...checkoutEndpoints,
  ...portalEndpoints,
  ...subscriptionEndpoints,
  ...invoiceEndpoints,
  ...paymentEndpoints,
  ...eventEndpoints,
];

/** Stripe's API, as far as Inlet uses it. */
export function createApiRoutes(simulator: Simulator, logger: Logger): Router {
  const router = Router();
  router.use('/v1', labelAnswer, injectFault(simulator.faults), requireKey, urlencoded({ extended: true }));
  for (const each of endpoints) router[each.method](each.path, answerOnce(simulator, each));
  router.use('/v1', (request) => {
    const url = `${request.method}: ${request.originalUrl.split('?')[0]}`;
    throw new StripeFailure(404, 'invalid_request_error', `Unrecognized request URL (${url}).`);
  });
  router.use('/v1', answerFailure(logger));
  return router;
}
