import { createHttpApp } from '@inlet/service/http-app';
import { requireInternal } from '@inlet/service/internal-token';
import express, { type Express, type RequestHandler } from 'express';
import { createAuthRouter } from '#auth/auth.routes.ts';
import { requireSubscription } from '#auth/require-subscription.ts';
import { requireUser } from '#auth/require-user.ts';
import type { AccountDeps } from '#deps.ts';
import { readEntryHandler } from '#directory/read-entry.handler.ts';
import { createFormsRouter } from '#forms/forms.routes.ts';
import { readUsageCountHandler } from '#usage/read-usage-count.handler.ts';
import { readMeHandler } from '#users/read-me.handler.ts';

/** Largest body of the management API: a form with a hundred origins stays below a tenth of it. */
const bodyLimit = '256kb';

/** The account service as one app, ready to listen. */
export function createAccountApp(deps: AccountDeps): Express {
  return createHttpApp({
    ...deps,
    // Redis is not asked: without it people still sign in and read, and a form's change reaches ingest later.
    dependencies: [{ name: 'database', check: deps.database.ping }],
    routes: (app) => {
      app.use('/internal', requireInternal(deps.config.INTERNAL_TOKEN));
      app.get('/internal/forms/:endpointId', readEntryHandler(deps));
      app.get('/internal/usage/:userId/:month', readUsageCountHandler(deps));
      app.use('/api', neverStore, express.json({ limit: bodyLimit }));
      app.use('/api/auth', createAuthRouter(deps));
      app.use('/api/v1', requireUser(deps));
      app.get('/api/v1/me', readMeHandler);
      app.use('/api/v1/forms', requireSubscription, createFormsRouter(deps));
    },
  });
}

const neverStore: RequestHandler = (_request, response, next) => {
  response.setHeader('cache-control', 'no-store');
  next();
};
