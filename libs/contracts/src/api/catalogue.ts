import type { Action } from '#account/roles.ts';
import { accountRoutes } from '#api/account.ts';
import type { addresses, RouteId } from '#api/addresses.ts';
import { billingRoutes } from '#api/billing.ts';
import { checkRoutes } from '#api/checks.ts';
import { conditionRoutes } from '#api/conditions.ts';
import { deliveryRoutes } from '#api/deliveries.ts';
import { deviceRoutes } from '#api/device.ts';
import { erasureRoutes } from '#api/erasures.ts';
import { factorRoutes } from '#api/factors.ts';
import { fileRoutes } from '#api/files.ts';
import { formRoutes } from '#api/forms.ts';
import { identityRoutes } from '#api/identity.ts';
import { importRoutes } from '#api/imports.ts';
import { inboxRoutes } from '#api/inbox.ts';
import { mailRoutes } from '#api/mail.ts';
import { notificationRoutes } from '#api/notifications.ts';
import { pageRoutes } from '#api/pages.ts';
import { providerRoutes } from '#api/providers.ts';
import type { Route } from '#api/route.ts';
import { rulesRoutes } from '#api/rules.ts';
import { viewRoutes } from '#api/views.ts';
import { workspaceRoutes } from '#api/workspaces.ts';

/** Each route below `/api/v1` says what it does in a workspace. */
type InWorkspaces = {
  readonly [Id in RouteId as (typeof addresses)[Id] extends `${string} /api/v1/${string}` ? Id : never]: {
    readonly action: Action;
  };
};

/** Every route of the management API. The compiler holds it against the table of addresses. */
export const catalogue = {
  ...identityRoutes,
  ...factorRoutes,
  ...providerRoutes,
  ...deviceRoutes,
  ...accountRoutes,
  ...workspaceRoutes,
  ...billingRoutes,
  ...formRoutes,
  ...rulesRoutes,
  ...conditionRoutes,
  ...pageRoutes,
  ...checkRoutes,
  ...inboxRoutes,
  ...importRoutes,
  ...fileRoutes,
  ...viewRoutes,
  ...erasureRoutes,
  ...notificationRoutes,
  ...deliveryRoutes,
  ...mailRoutes,
} as const satisfies Readonly<Record<RouteId, Route>> & InWorkspaces;
export type Catalogue = typeof catalogue;
