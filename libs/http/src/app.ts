import type { Lifecycle } from '@inlet/process/lifecycle';
import express, { type ErrorRequestHandler, type Express, type RequestHandler, type Response } from 'express';
import { type AddressTrust, clientAddress, networkPrefix } from '#client-address.ts';
import { notFound, toHttpError, unavailable } from '#errors.ts';
import { type ExchangeObserver, observeExchange } from '#observe-exchange.ts';
import { createProbes, type ProbeOptions } from '#probes.ts';
import { createRefusalLog, type RefusalLog } from '#refusal-log.ts';
import { routeOf } from '#route-template.ts';
import { dataHeaders, dataPolicy, fixedHeaders } from '#security-headers.ts';

export interface HttpAppOptions extends ExchangeObserver, Omit<ProbeOptions, 'lifecycle' | 'metrics'> {
  /** Adds the service's own routes. */
  readonly routes: (app: Express) => void;
  /** False if the public port must not serve them; the process then serves them on another port. */
  readonly probes?: boolean;
  /** The address for browsers; undefined for a process that no browser uses. */
  readonly publicUrl?: string;
  /** True for an error that means that a dependency is away or busy; the response is 503. */
  readonly isAway?: (error: unknown) => boolean;
  /** The proxies that are trusted for the client's address. */
  readonly trust?: AddressTrust;
}

/** No proxy is in front of the process. */
const direct: AddressTrust = { trustedProxies: 0 };

/** The skeleton of every service: request id, metrics, probes, the service's routes, and a single error handler. */
export function createHttpApp({
  routes,
  probes = true,
  publicUrl,
  trust = direct,
  isAway,
  ...rest
}: HttpAppOptions): Express {
  const app = express();
  app.disable('x-powered-by').disable('etag').set('query parser', 'simple');
  closeWithAnswer(app, rest.lifecycle);
  app.use(observe(rest), setHeaders([...fixedHeaders(publicUrl), ...dataHeaders]));
  // The service's own routes come first, because they are requested far more often.
  routes(app);
  if (probes) app.use(createProbes(rest));
  app.use(() => {
    throw notFound();
  });
  const refusals = createRefusalLog(rest.logger);
  rest.lifecycle.onClose('flush', 'refusals', refusals.flush);
  app.use(answerError(refusals, trust, isAway));
  return app;
}

/** The id of the current request. */
export function requestId(response: { readonly locals: Record<string, unknown> }): string {
  return String(response.locals.requestId);
}

export interface RequestSubject {
  readonly formId?: string;
  readonly userId?: string;
}

/** Sets the form and the account of a request, for the log line of a refusal. */
export function nameSubject(response: Response, subject: RequestSubject): void {
  response.locals.subject = { ...(response.locals.subject as RequestSubject | undefined), ...subject };
}

/**
 * Once the service is closing, each response closes its connection, even for requests that came before: a client that
 * keeps its connection would send the next request while the server closes it.
 */
function closeWithAnswer(app: Express, { isClosing }: Lifecycle): void {
  const writeHead: (this: Response, ...head: never[]) => Response = app.response.writeHead;
  app.response.writeHead = function write(this: Response, ...head: unknown[]) {
    if (isClosing()) this.setHeader('connection', 'close');
    return writeHead.apply(this, head as never[]);
  };
}

function observe(observer: ExchangeObserver): RequestHandler {
  return (request, response, next) => {
    const { requestId: id, span } = observeExchange(observer, request, response, () => routeOf(request, response));
    response.locals.requestId = id;
    if (observer.tracing && span) observer.tracing.within(span, () => next());
    else next();
  };
}

/** The headers are set beforehand, so that a route that serves a page can replace them. */
function setHeaders(pairs: readonly string[]): RequestHandler {
  const headers = new Map<string, string>();
  for (let index = 0; index < pairs.length; index += 2) headers.set(pairs[index] ?? '', pairs[index + 1] ?? '');
  return (_request, response, next) => {
    response.setHeaders(headers);
    next();
  };
}

function answerError(refusals: RefusalLog, trust: AddressTrust, isAway: HttpAppOptions['isAway']): ErrorRequestHandler {
  // Express recognises an error handler by its four parameters.
  return (error, request, response, _next) => {
    const refusal = isAway?.(error) ? unavailable() : toHttpError(error);
    const refused = {
      requestId: requestId(response),
      method: request.method,
      route: routeOf(request, response),
      network: networkPrefix(clientAddress(request, trust)),
      ...(response.locals.subject as RequestSubject | undefined),
    };
    refusals.note(refused, refusal, error);
    if (response.headersSent) {
      // Part of the response is sent: only a broken connection tells the client that it is incomplete.
      response.destroy();
      return;
    }
    const { status, message, code, details } = refusal;
    response.set({ 'cache-control': 'no-store', 'content-security-policy': dataPolicy });
    if (details.headers) response.set(details.headers);
    response.status(status).json({ error: message, code, ...(details.issues && { issues: details.issues }) });
  };
}
