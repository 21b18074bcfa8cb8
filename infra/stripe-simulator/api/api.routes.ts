import type { Logger } from '@inlet/service/logger';
import { Router, urlencoded } from 'express';
import { answerFailure } from '#stripe-simulator/api/answer-failure.ts';
import { answerOnce } from '#stripe-simulator/api/answer-once.ts';
import { checkoutEndpoints } from '#stripe-simulator/api/checkout-sessions.ts';
import { customerEndpoints } from '#stripe-simulator/api/customers.ts';
import { eventEndpoints } from '#stripe-simulator/api/events.ts';
import { injectFault } from '#stripe-simulator/api/inject-fault.ts';
import { invoiceEndpoints } from '#stripe-simulator/api/invoices.ts';
import { labelAnswer } from '#stripe-simulator/api/label-answer.ts';
import { paymentEndpoints } from '#stripe-simulator/api/payments.ts';
import { portalEndpoints } from '#stripe-simulator/api/portal-sessions.ts';
import { priceEndpoints } from '#stripe-simulator/api/prices.ts';
import { productEndpoints } from '#stripe-simulator/api/products.ts';
import { requireKey } from '#stripe-simulator/api/require-key.ts';
import { StripeFailure } from '#stripe-simulator/api/stripe-failure.ts';
import { subscriptionEndpoints } from '#stripe-simulator/api/subscriptions.ts';
import type { Simulator } from '#stripe-simulator/simulator.ts';

const endpoints = [
  ...customerEndpoints,
  ...productEndpoints,
  ...priceEndpoints,
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
