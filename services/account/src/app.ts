import { isDatabaseAway } from '@inlet/db/faults';
import type { AddressTrust } from '@inlet/service/client-address';
import { gatherBody } from '@inlet/service/gather-body';
import { createHttpApp } from '@inlet/service/http-app';
import { requireInternal } from '@inlet/service/internal-token';
import { nameArea } from '@inlet/service/route-template';
import express, { type Express, type RequestHandler } from 'express';
import { listAuditHandler } from '#access/audit/list-audit.handler.ts';
import { knowClient } from '#access/client-of.ts';
import { limitRequests } from '#access/limits/limit-requests.ts';
import { deleteAccountHandler } from '#account/users/delete-account.handler.ts';
import { exportAccountHandler } from '#account/users/export-account.handler.ts';
import { readMeHandler } from '#account/users/read-me.handler.ts';
import { readAppConfigHandler } from '#app-config/read-app-config.handler.ts';
import { createPaymentRouter, productsHandler } from '#billing/billing.routes.ts';
import { readBillingHandler } from '#billing/read-billing.handler.ts';
import { readSignedBody } from '#billing/read-signed-body.ts';
import { webhookHandler } from '#billing/webhook.handler.ts';
import type { AccountConfig } from '#config.ts';
import type { AccountDeps } from '#deps/account-deps.ts';
import { readEntryHandler } from '#forms/directory/read-entry.handler.ts';
import { createFormsRouter } from '#forms/forms.routes.ts';
import { readStoredHandler } from '#forms/repeats/read-stored.handler.ts';
import { readUsageHandler } from '#forms/usage/read-usage.handler.ts';
import { readUsageCountHandler } from '#forms/usage/read-usage-count.handler.ts';
import { createApiKeysRouter } from '#identity/keys/api-keys.routes.ts';
import { createAuthRouter } from '#identity/sessions/auth.routes.ts';
import { createMySessionsRouter } from '#identity/sessions/my-sessions.routes.ts';
import { requireSubscription } from '#identity/sessions/require-subscription.ts';
import { requirePerson, requireScope, requireUser } from '#identity/sessions/require-user.ts';
import { readAccountAnalyticsHandler } from '#inbox/analytics/read-analytics.handler.ts';
import { readDescriptionHandler, readReferenceHandler } from '#openapi/describe-api.handler.ts';

/** Bytes of the largest body of the management API: a form with a hundred origins stays below a tenth of it. */
const bodyMaxBytes = 256 * 1_024;

/** The account service as one app, ready to listen. */
export function createAccountApp(deps: AccountDeps): Express {
  return createHttpApp({
    ...deps,
    publicUrl: deps.config.PUBLIC_URL,
    isAway: isDatabaseAway,
    trust: trustOf(deps.config),
    // Redis is not asked: without it people still sign in and read, and a form's change reaches ingest later.
    dependencies: [{ name: 'database', check: deps.database.ping }],
    routes: (app) => {
      app.use('/internal', nameArea, neverStore, requireInternal(deps.config.INTERNAL_TOKEN));
      app.get('/internal/forms/:endpointId', readEntryHandler(deps));
      app.get('/internal/usage/:userId/:month', readUsageCountHandler(deps));
      app.get('/internal/submissions/:id', readStoredHandler(deps));
      app.post('/api/payment/webhook', neverStore, readSignedBody, webhookHandler(deps));
      app.use('/api', nameArea, neverStore, knowClient(trustOf(deps.config)));
      app.use('/api', gatherBody(bodyMaxBytes), express.json({ limit: bodyMaxBytes }));
      app.get('/api/config', readAppConfigHandler(deps));
      app.get('/api/openapi.json', readDescriptionHandler(deps));
      app.get('/api/reference', readReferenceHandler(deps));
      app.use('/api/auth', createAuthRouter(deps));
      app.get('/api/products', productsHandler(deps));
      app.use('/api/payment', createPaymentRouter(deps));
      app.use('/api/v1', nameArea, requireUser(deps), limitRequests(deps), requireScope);
      app.get('/api/v1/billing', requirePerson, readBillingHandler(deps));
      app.get('/api/v1/me', readMeHandler(deps));
      app.delete('/api/v1/me', requirePerson, deleteAccountHandler(deps));
      app.get('/api/v1/me/export', requirePerson, exportAccountHandler(deps));
      app.get('/api/v1/me/audit', requirePerson, listAuditHandler(deps));
      app.get('/api/v1/usage', readUsageHandler(deps));
      app.use('/api/v1/me/sessions', requirePerson, createMySessionsRouter(deps));
      app.use('/api/v1/me/api-keys', requirePerson, createApiKeysRouter(deps));
      app.get('/api/v1/analytics', requireSubscription, readAccountAnalyticsHandler(deps));
      app.use('/api/v1/forms', requireSubscription, createFormsRouter(deps));
    },
  });
}

function trustOf({ TRUSTED_PROXIES, INTERNAL_TOKEN }: AccountConfig): AddressTrust {
  return { trustedProxies: TRUSTED_PROXIES, gatewayTokens: INTERNAL_TOKEN };
}

const neverStore: RequestHandler = (_request, response, next) => {
  response.setHeader('cache-control', 'no-store');
  next();
};
