import express, { type ErrorRequestHandler, type Express, type RequestHandler } from 'express';
import { type HttpError, notFound, toHttpError } from '#http-error.ts';
import type { Lifecycle } from '#lifecycle.ts';
import type { Logger } from '#logger.ts';
import type { Metrics } from '#metrics.ts';
import { createProbes, type ProbeOptions } from '#probes.ts';
import { requestIdOf } from '#request-id.ts';

export interface HttpAppOptions extends Omit<ProbeOptions, 'lifecycle' | 'metrics'> {
  readonly logger: Logger;
  readonly lifecycle: Lifecycle;
  readonly metrics: Metrics;
  /** Adds the service's own routes. */
  readonly routes: (app: Express) => void;
  /** False where the public port must not show them; the process then serves them on another one. */
  readonly probes?: boolean;
}

/** The skeleton of every service: request id, measuring, probes, the service's routes, and one place for errors. */
export function createHttpApp({ logger, lifecycle, metrics, routes, probes = true, ...rest }: HttpAppOptions): Express {
  const app = express();
  app.disable('x-powered-by').disable('etag').set('query parser', 'simple');
  app.use(identify(lifecycle), measure(metrics, logger));
  if (probes) app.use(createProbes({ lifecycle, metrics, ...rest }));
  routes(app);
  app.use(() => {
    throw notFound();
  });
  app.use(answerError(logger));
  return app;
}

/** The id of the request that is being answered. */
export function requestId(response: { readonly locals: Record<string, unknown> }): string {
  return String(response.locals.requestId);
}

/** Logs a refusal at its level: what the caller did wrong is news, what we did wrong is an error with its cause. */
export function logRefusal(logger: Logger, id: string, refusal: HttpError, cause: unknown): void {
  const { status, code } = refusal;
  if (status >= 500 && cause !== refusal) logger.error({ requestId: id, status, code, err: cause }, 'request failed');
  else logger[status >= 500 ? 'warn' : 'info']({ requestId: id, status, code }, 'request refused');
}

function identify(lifecycle: Lifecycle): RequestHandler {
  return (request, response, next) => {
    const id = requestIdOf(request.headers['x-request-id']);
    response.locals.requestId = id;
    response.setHeader('x-request-id', id);
    if (lifecycle.isClosing()) response.setHeader('connection', 'close');
    next();
  };
}

function measure(metrics: Metrics, logger: Logger): RequestHandler {
  return (request, response, next) => {
    const startMs = performance.now();
    response.once('close', () => {
      const seconds = (performance.now() - startMs) / 1_000;
      // The template, never the address itself: its ids would make a series each. Where a router is mounted is taken
      // from the address, so the mount holds no parameter, and upper and lower case count as one.
      const route = request.route ? request.baseUrl.toLowerCase() + String(request.route.path) : 'none';
      const { method } = request;
      metrics.httpDuration.observe({ method, route, status: response.statusCode }, seconds);
      logger.debug({ requestId: requestId(response), method, route, status: response.statusCode, seconds }, 'answered');
    });
    next();
  };
}

function answerError(logger: Logger): ErrorRequestHandler {
  // Express knows an error handler by its four parameters.
  return (error, _request, response, _next) => {
    const refusal = toHttpError(error);
    logRefusal(logger, requestId(response), refusal, error);
    if (response.headersSent) {
      // Half an answer is out: only a broken connection tells the caller that it is not the whole one.
      response.destroy();
      return;
    }
    const { status, message, code, details } = refusal;
    if (details.headers) response.set(details.headers);
    response.status(status).json({ error: message, code, ...(details.issues && { issues: details.issues }) });
  };
}
