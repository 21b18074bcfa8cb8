import { toHttpError } from '@inlet/http/errors';
import type { Logger } from '@inlet/process/logger';
import { type ErrorRequestHandler, Router, urlencoded } from 'express';
import { answerOnce } from '#api/answer-once.ts';
import { catalogueEndpoints } from '#api/catalogue.ts';
import { injectFault, labelAnswer, requireKey } from '#api/check-call.ts';
import { customerEndpoints } from '#api/customers.ts';
import { invoiceEndpoints } from '#api/invoices.ts';
import { flag } from '#api/params.ts';
import { readEndpoints } from '#api/read-endpoints.ts';
import { sessionEndpoints } from '#api/sessions.ts';
import { subscriptionEndpoints } from '#api/subscriptions.ts';
import { StripeFailure } from '#billing/stripe-failure.ts';
import type { Simulator } from '#simulator.ts';

const eventEndpoints = readEndpoints(
  '/v1/events',
  'events',
  'event',
  { delivery_success: flag },
  { delivery_success: ({ pending_webhooks: pending }, isDelivered) => isDelivered === (pending === 0) },
);

const endpoints = [
  ...customerEndpoints,
  ...catalogueEndpoints,
  ...sessionEndpoints,
  ...subscriptionEndpoints,
  ...invoiceEndpoints,
  ...eventEndpoints,
];

/** The part of Stripe's API that Inlet uses. */
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

/** Sends errors in Stripe's format. */
function answerFailure(logger: Logger): ErrorRequestHandler {
  // Express recognises an error handler by its four parameters.
  return (error, request, response, _next) => {
    const failure = toFailure(error);
    const { status, type, message, details } = failure;
    if (status >= 500 && error !== failure) logger.error({ err: error }, 'stripe-simulator: request failed');
    else logger.info({ status, code: details.code, method: request.method }, 'stripe-simulator: request refused');
    response.status(status).json({ error: { ...details, message, type } });
  };
}

function toFailure(error: unknown): StripeFailure {
  if (error instanceof StripeFailure) return error;
  const { status, message } = toHttpError(error);
  return new StripeFailure(status, status < 500 ? 'invalid_request_error' : 'api_error', message);
}
