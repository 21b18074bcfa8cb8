import { toHttpError } from '@inlet/service/http-error';
import type { Logger } from '@inlet/service/logger';
import type { ErrorRequestHandler } from 'express';
import { StripeFailure } from '#billing/stripe-failure.ts';

/** Sends errors in Stripe's format. */
export function answerFailure(logger: Logger): ErrorRequestHandler {
  // Express knows an error handler by its four parameters.
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
