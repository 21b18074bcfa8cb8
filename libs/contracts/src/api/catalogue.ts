import { accountRoutes } from '#api/account.ts';
import type { RouteId } from '#api/addresses.ts';
import { billingRoutes } from '#api/billing.ts';
import { deliveryRoutes } from '#api/deliveries.ts';
import { erasureRoutes } from '#api/erasures.ts';
import { fileRoutes } from '#api/files.ts';
import { formRoutes } from '#api/forms.ts';
import { identityRoutes } from '#api/identity.ts';
import { inboxRoutes } from '#api/inbox.ts';
import { mailRoutes } from '#api/mail.ts';
import { notificationRoutes } from '#api/notifications.ts';
import type { Route } from '#api/route.ts';
import { viewRoutes } from '#api/views.ts';

/** Every route of the management API. The compiler checks it against the table of addresses. */
export const catalogue = {
  ...identityRoutes,
  ...accountRoutes,
  ...billingRoutes,
  ...formRoutes,
  ...inboxRoutes,
  ...fileRoutes,
  ...viewRoutes,
  ...erasureRoutes,
  ...notificationRoutes,
  ...deliveryRoutes,
  ...mailRoutes,
} as const satisfies Readonly<Record<RouteId, Route>>;
export type Catalogue = typeof catalogue;
