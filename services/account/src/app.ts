import { isDatabaseAway } from '@inlet/db/faults';
import { createHttpApp } from '@inlet/http/app';
import type { AddressTrust } from '@inlet/http/client-address';
import type { Express } from 'express';
import type { AccountDeps } from '#account-deps.ts';
import { accountHandlers } from '#http/account/account-handlers.ts';
import { billingHandlers } from '#http/billing/billing-handlers.ts';
import { deliveryHandlers } from '#http/deliveries/delivery-handlers.ts';
import { peopleHandlers } from '#http/erasure/people-handlers.ts';
import { fileHandlers } from '#http/files/file-handlers.ts';
import { checkHandlers } from '#http/forms/check-handlers.ts';
import { conditionHandlers } from '#http/forms/condition-handlers.ts';
import { formHandlers } from '#http/forms/form-handlers.ts';
import { mountHostedPages } from '#http/forms/hosted-page.ts';
import { internalHandlers } from '#http/forms/internal-handlers.ts';
import { pageHandlers } from '#http/forms/page-handlers.ts';
import { rulesHandlers } from '#http/forms/rules-handlers.ts';
import { deviceHandlers } from '#http/identity/device-handlers.ts';
import { factorHandlers } from '#http/identity/factor-handlers.ts';
import { identityHandlers } from '#http/identity/identity-handlers.ts';
import { providerHandlers } from '#http/identity/provider-handlers.ts';
import { importHandlers } from '#http/inbox/import-handlers.ts';
import { inboxHandlers } from '#http/inbox/inbox-handlers.ts';
import { viewHandlers } from '#http/inbox/view-handlers.ts';
import { mailHandlers } from '#http/mail/mail-handlers.ts';
import { mountRoutes } from '#http/mount.ts';
import { mountConfirmPage } from '#http/notifications/confirm-page.ts';
import { notificationHandlers } from '#http/notifications/notification-handlers.ts';
import { workspaceHandlers } from '#http/workspaces/workspace-handlers.ts';

/** Creates the account service as one app, ready to listen. */
export function createAccountApp(deps: AccountDeps): Express {
  const { TRUSTED_PROXIES, INTERNAL_TOKEN, PUBLIC_URL } = deps.config;
  const trust: AddressTrust = { trustedProxies: TRUSTED_PROXIES, gatewayTokens: INTERNAL_TOKEN };
  return createHttpApp({
    ...deps,
    publicUrl: PUBLIC_URL,
    isAway: isDatabaseAway,
    trust,
    // Redis is not included: without it people can still sign in and read, and a form's change reaches ingest later.
    dependencies: [
      { name: 'database', check: deps.database.ping },
      {
        name: 'erasures',
        check: async () => {
          if (!deps.ledger.isRepeated()) throw new Error('Erasures are being repeated');
        },
      },
    ],
    routes: (app) => {
      mountHostedPages(app, deps, trust);
      mountConfirmPage(app, deps, trust);
      mountRoutes(app, deps, trust, {
        ...identityHandlers(deps),
        ...factorHandlers(deps),
        ...providerHandlers(deps),
        ...deviceHandlers(deps),
        ...accountHandlers(deps),
        ...workspaceHandlers(deps),
        ...billingHandlers(deps),
        ...formHandlers(deps),
        ...rulesHandlers(deps),
        ...conditionHandlers(deps),
        ...pageHandlers(deps),
        ...checkHandlers(deps),
        ...inboxHandlers(deps),
        ...importHandlers(deps),
        ...fileHandlers(deps),
        ...viewHandlers(deps),
        ...peopleHandlers(deps),
        ...notificationHandlers(deps),
        ...deliveryHandlers(deps),
        ...mailHandlers(deps),
        ...internalHandlers(deps),
      });
    },
  });
}
