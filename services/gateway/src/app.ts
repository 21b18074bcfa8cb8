import { createHttpApp } from '@inlet/http/app';
import { HttpError, notFound } from '@inlet/http/errors';
import { readableBy, retryReadable } from '@inlet/http/security-headers';
import type { Metrics } from '@inlet/observe/metrics';
import type { ServiceContext } from '@inlet/process/run-service';
import type { ErrorRequestHandler, Express, RequestHandler } from 'express';
import type { GatewayConfig } from '#config.ts';
import { createKeptBytes } from '#kept-body.ts';
import { createProxy } from '#proxy.ts';
import { securityHeaders } from '#security-headers.ts';
import { serveWeb } from '#web.ts';

export interface GatewayDeps extends ServiceContext<GatewayConfig> {
  readonly metrics: Metrics;
  readonly repeatForMs?: number;
}

/** The public entry point. Requests for a service are forwarded to it; everything else is the web app. */
export function createGatewayApp(deps: GatewayDeps): Express {
  const { config } = deps;
  const filesHost = config.FILES_URL && new URL(config.FILES_URL).host;
  const ingest = createProxy(config.INGEST_URL, deps, { keptSubmissions: createKeptBytes() });
  const account = createProxy(config.ACCOUNT_URL, deps);
  return createHttpApp({
    ...deps,
    publicUrl: config.PUBLIC_URL,
    trust: { trustedProxies: config.TRUSTED_PROXIES },
    probes: false,
    dependencies: [],
    routes: (app) => {
      if (filesHost) app.use(setApart(filesHost));
      app.use(['/api/forms', '/f'], ingest, readableByWebsite);
      app.use(['/api', '/files', '/mail-events', '/s', '/confirm-address'], account);
      app.use(['/f/:endpointId/page', '/s'], shownInFrames);
      app.use(securityHeaders(), serveWeb(config));
    },
  });
}

/** The host of files serves files only, and no other host serves them. */
function setApart(host: string): RequestHandler {
  return (request, _response, next) => {
    const isFile = request.path.toLowerCase().startsWith('/files/');
    next((request.headers.host === host) === isFile ? undefined : notFound());
  };
}

/** A website may read why its submission failed, as it may read the responses of ingest. */
const readableByWebsite: ErrorRequestHandler = (error, request, response, next) => {
  const headers = [...readableBy(request.headers.origin), ...retryReadable];
  for (let index = 0; index < headers.length; index += 2) response.set(headers[index] ?? '', headers[index + 1]);
  next(error);
};

/** A failure appears where the hosted page was, which may be a frame on a website. It is JSON, which can do nothing. */
const shownInFrames: ErrorRequestHandler = (error, _request, _response, next) => {
  if (!(error instanceof HttpError)) return next(error);
  const { status, code, message, details } = error;
  const headers = { ...details.headers, 'content-security-policy': "default-src 'none'" };
  next(new HttpError(status, code, message, { ...details, headers }));
};

/** The gateway's probes, for a port that is not public. Ingest and account have their own probes. */
export function createProbesApp(deps: GatewayDeps): Express {
  return createHttpApp({ ...deps, dependencies: [], routes: () => undefined });
}
