import type { AddressTrust } from '@inlet/http/client-address';
import { requireInternal } from '@inlet/http/internal-token';
import { readJson } from '@inlet/http/read-body';
import { nameArea } from '@inlet/http/route-template';
import { validate } from '@inlet/http/validate';
import type { Express, RequestHandler } from 'express';
import type { AccountDeps } from '#account-deps.ts';
import {
  guardsOf,
  knowClient,
  limitRequests,
  localsOf,
  requireBilling,
  requireErased,
  requireUser,
} from '#http/guards.ts';
import { type Handlers, JsonText, type ServedRoute, servedRoutes } from '#http/handler.ts';
import { readRawBody, readSignedBody } from '#http/read-signed-body.ts';
import { requireSameSite } from '#http/require-same-site.ts';

/** The largest body of the management API in bytes: a form with a hundred origins stays below a tenth of it. */
const bodyMaxBytes = 256 * 1_024;

/** Adds every route, and applies its declaration: access, limits, validation and the format of its response. */
export function mountRoutes(app: Express, deps: AccountDeps, trust: AddressTrust, handlers: Handlers): void {
  const { INTERNAL_TOKEN, PUBLIC_URL } = deps.config;
  const add = (isMeant: (route: ServedRoute) => boolean, ...before: RequestHandler[]) => {
    for (const served of servedRoutes.filter(isMeant)) {
      const guards = [...before, ...guardsOf(deps, served)];
      app[served.method](served.path, guards, answer(served, handlers));
    }
  };
  app.use('/internal', nameArea, neverStore, requireInternal(INTERNAL_TOKEN), readJson(bodyMaxBytes));
  add(({ route }) => route.access === 'internal');
  // Stripe and mail providers sign the bytes of a body, so these routes come before any body is parsed.
  add(({ route }) => route.access === 'stripe', neverStore, requireBilling(deps), ...readSignedBody);
  add(({ route }) => route.access === 'mailer', neverStore, knowClient(trust), readRawBody);
  app.use(['/api', '/files'], nameArea, neverStore, requireErased(deps), knowClient(trust));
  app.use('/api', readJson(bodyMaxBytes));
  app.use('/api/auth', requireSameSite(PUBLIC_URL));
  app.use('/api/v1', nameArea, requireUser(deps), limitRequests(deps));
  add(({ route }) => !['internal', 'stripe', 'mailer'].includes(route.access));
}

function answer({ id, route }: ServedRoute, handlers: Handlers): RequestHandler {
  const { query, body, faults, success } = route;
  const handle = handlers[id] as (call: unknown) => unknown;
  return async (request, response) => {
    const answered = await handle({
      ...localsOf(response),
      request,
      response,
      path: request.params,
      query: query && validate(query, request.query),
      body: body && validate(body, request.body, faults),
    });
    if (response.headersSent || response.destroyed || 'contentTypes' in success || 'location' in success) return;
    response.status(success.status);
    if (!('schema' in success)) response.end();
    else if (answered instanceof JsonText) response.type('json').send(answered.text);
    else response.json(answered);
  };
}

const neverStore: RequestHandler = (_request, response, next) => {
  response.setHeader('cache-control', 'no-store');
  next();
};
