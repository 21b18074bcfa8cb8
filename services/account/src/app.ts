import type { AddressTrust } from '@inlet/service/client-address';
import { createHttpApp } from '@inlet/service/http-app';
import { requireInternal } from '@inlet/service/internal-token';
import express, { type Express, type RequestHandler } from 'express';
import { readAccountAnalyticsHandler } from '#analytics/read-analytics.handler.ts';
import { createApiKeysRouter } from '#api-keys/api-keys.routes.ts';
import { readAppConfigHandler } from '#app-config/read-app-config.handler.ts';
import { listAuditHandler } from '#audit/list-audit.handler.ts';
import { createAuthRouter } from '#auth/auth.routes.ts';
import { knowClient } from '#auth/client-of.ts';
import { createMySessionsRouter } from '#auth/my-sessions.routes.ts';
import { requireSubscription } from '#auth/require-subscription.ts';
import { requirePerson, requireScope, requireUser } from '#auth/require-user.ts';
import { createPaymentRouter, productsHandler } from '#billing/billing.routes.ts';
import { readBillingHandler } from '#billing/read-billing.handler.ts';
import { webhookHandler } from '#billing/webhook.handler.ts';
import type { AccountConfig } from '#config.ts';
import type { AccountDeps } from '#deps.ts';
import { readEntryHandler } from '#directory/read-entry.handler.ts';
import { createFormsRouter } from '#forms/forms.routes.ts';
import { readDescriptionHandler, readReferenceHandler } from '#openapi/describe-api.handler.ts';
import { readStoredHandler } from '#repeats/read-stored.handler.ts';
import { readUsageHandler } from '#usage/read-usage.handler.ts';
import { readUsageCountHandler } from '#usage/read-usage-count.handler.ts';
import { deleteAccountHandler } from '#users/delete-account.handler.ts';
import { exportAccountHandler } from '#users/export-account.handler.ts';
import { readMeHandler } from '#users/read-me.handler.ts';

/** Largest body of the management API: a form with a hundred origins stays below a tenth of it. */
const bodyLimit = '256kb';

/** Stripe's largest events stay far below it. */
const webhookLimit = '1mb';

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
      app.get('/internal/submissions/:id', readStoredHandler(deps));
      // Stripe signs the bytes that it sent, so they are kept as they are.
      app.post('/api/payment/webhook', express.raw({ type: '*/*', limit: webhookLimit }), webhookHandler(deps));
      app.use('/api', neverStore, knowClient(trustOf(deps.config)), express.json({ limit: bodyLimit }));
      app.get('/api/config', readAppConfigHandler(deps));
      app.get('/api/openapi.json', readDescriptionHandler(deps));
      app.get('/api/reference', readReferenceHandler(deps));
      app.use('/api/auth', createAuthRouter(deps));
      app.get('/api/products', productsHandler(deps));
      app.use('/api/payment', createPaymentRouter(deps));
      app.use('/api/v1', requireUser(deps), requireScope);
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
