import express, { type ErrorRequestHandler, type Express, type RequestHandler } from 'express';
import { type HttpError, notFound, toHttpError } from '#http-error.ts';
import type { Logger } from '#logger.ts';
import { type ExchangeObserver, observeExchange } from '#observe-exchange.ts';
import { createProbes, type ProbeOptions } from '#probes.ts';

export interface HttpAppOptions extends ExchangeObserver, Omit<ProbeOptions, 'lifecycle' | 'metrics'> {
  /** Adds the service's own routes. */
  readonly routes: (app: Express) => void;
  /** False where the public port must not show them; the process then serves them on another one. */
  readonly probes?: boolean;
}

/** The skeleton of every service: request id, measuring, probes, the service's routes, and one place for errors. */
export function createHttpApp({ routes, probes = true, ...rest }: HttpAppOptions): Express {
  const app = express();
  app.disable('x-powered-by').disable('etag').set('query parser', 'simple');
  app.use(observe(rest));
  // The service's own routes first: they are asked for far more often.
  routes(app);
  if (probes) app.use(createProbes(rest));
  app.use(() => {
    throw notFound();
  });
  app.use(answerError(rest.logger));
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

function observe(observer: ExchangeObserver): RequestHandler {
  return (request, response, next) => {
    // Where a router is mounted is taken from the address, so the mount holds no parameter, and upper and lower case
    // count as one.
    const routeOf = () => {
      if (request.route) return request.baseUrl.toLowerCase() + String(request.route.path);
      return typeof response.locals.route === 'string' ? response.locals.route : 'none';
    };
    const { requestId: id, span } = observeExchange(observer, request, response, routeOf);
    response.locals.requestId = id;
    if (observer.tracing && span) observer.tracing.within(span, () => next());
    else next();
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
