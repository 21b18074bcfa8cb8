import { createBrowserRouter, Navigate } from 'react-router-dom';
import { FullPageSpinner } from '#components/ui/full-page-spinner.tsx';
import { loadInbox } from '#features/submissions/load-inbox.ts';
import type { EarlyHandle } from '#routes/early-handle.ts';
import { LeaveForPublicPage } from '#routes/leave-for-public-page.tsx';
import { publicPaths } from '#routes/public-paths.ts';
import { PageBoundary, RootBoundary } from '#routes/root-boundary.tsx';
import { SignedInOnly, SignedOutOnly } from '#routes/session-guards.tsx';
import { wideHandle } from '#routes/wide-handle.ts';

/** Below a form's address: its inbox and its spam. */
const folderPaths = ['', 'spam'];

export function createAppRouter() {
  return createBrowserRouter([
    {
      HydrateFallback: FullPageSpinner,
      ErrorBoundary: RootBoundary,
      children: [
        ...publicPaths.map((path) => ({ path, element: <LeaveForPublicPage /> })),
        {
          element: <SignedOutOnly />,
          children: [
            { path: '/auth', lazy: async () => ({ Component: (await import('#routes/auth-page.tsx')).AuthPage }) },
          ],
        },
        {
          path: '/unsubscribe',
          lazy: async () => ({ Component: (await import('#routes/unsubscribe-page.tsx')).UnsubscribePage }),
        },
        {
          path: '/confirm-recipient',
          lazy: async () => ({ Component: (await import('#routes/confirm-recipient-page.tsx')).ConfirmRecipientPage }),
        },
        {
          element: <SignedInOnly />,
          children: [
            {
              lazy: async () => ({ Component: (await import('#routes/signed-in-layout.tsx')).SignedInLayout }),
              children: [
                {
                  ErrorBoundary: PageBoundary,
                  children: [
                    {
                      path: '/dashboard',
                      lazy: async () => ({ Component: (await import('#routes/dashboard-page.tsx')).DashboardPage }),
                    },
                    {
                      path: '/analytics',
                      lazy: async () => ({ Component: (await import('#routes/analytics-page.tsx')).AnalyticsPage }),
                    },
                    {
                      path: '/forms',
                      lazy: async () => ({ Component: (await import('#routes/forms-page.tsx')).FormsPage }),
                    },
                    {
                      path: '/forms/new',
                      lazy: async () => ({ Component: (await import('#routes/new-form-page.tsx')).NewFormPage }),
                    },
                    {
                      path: '/forms/:id',
                      handle: wideHandle,
                      lazy: async () => ({ Component: (await import('#routes/form-frame.tsx')).FormFrame }),
                      children: [
                        ...folderPaths.map((path) => ({
                          path,
                          lazy: async () => {
                            // Beside the page; where it fails, the page tries again and tells.
                            void loadInbox().catch(() => undefined);
                            const { InboxPage, FirstPage } = await import('#routes/inbox-page.tsx');
                            return { Component: InboxPage, handle: { Early: FirstPage } satisfies EarlyHandle };
                          },
                        })),
                        {
                          path: 'refused',
                          lazy: async () => ({ Component: (await import('#routes/refused-page.tsx')).RefusedPage }),
                        },
                        {
                          path: 'analytics',
                          lazy: async () => ({ Component: (await import('#routes/analytics-page.tsx')).AnalyticsPage }),
                        },
                        {
                          path: 'integrations',
                          lazy: async () => ({
                            Component: (await import('#routes/integrations-page.tsx')).IntegrationsPage,
                          }),
                        },
                        {
                          path: 'setup',
                          lazy: async () => ({ Component: (await import('#routes/setup-page.tsx')).SetupPage }),
                        },
                      ],
                    },
                    {
                      path: '/forms/:id/settings',
                      lazy: async () => ({
                        Component: (await import('#routes/form-settings-page.tsx')).FormSettingsPage,
                      }),
                    },
                    {
                      path: '/forms/:id/settings/notifications',
                      lazy: async () => ({
                        Component: (await import('#routes/notifications-page.tsx')).NotificationsPage,
                      }),
                    },
                    {
                      path: '/forms/:id/settings/spam',
                      lazy: async () => ({
                        Component: (await import('#routes/spam-settings-page.tsx')).SpamSettingsPage,
                      }),
                    },
                    {
                      path: '/forms/:id/settings/retention',
                      lazy: async () => ({ Component: (await import('#routes/retention-page.tsx')).RetentionPage }),
                    },
                    {
                      path: '/forms/:id/integrations/new/:kind?',
                      lazy: async () => ({
                        Component: (await import('#routes/new-integration-page.tsx')).NewIntegrationPage,
                      }),
                    },
                    {
                      path: '/forms/:id/integrations/:targetId',
                      lazy: async () => ({
                        Component: (await import('#routes/integration-page.tsx')).IntegrationPage,
                      }),
                    },
                    {
                      path: '/forms/:id/integrations/:targetId/settings',
                      lazy: async () => ({
                        Component: (await import('#routes/integration-settings-page.tsx')).IntegrationSettingsPage,
                      }),
                    },
                    {
                      path: '/settings',
                      lazy: async () => ({ Component: (await import('#routes/settings-layout.tsx')).SettingsLayout }),
                      children: [
                        {
                          index: true,
                          lazy: async () => ({ Component: (await import('#routes/account-page.tsx')).AccountPage }),
                        },
                        {
                          path: 'billing',
                          lazy: async () => ({ Component: (await import('#routes/billing-page.tsx')).BillingPage }),
                        },
                        {
                          path: 'sessions',
                          lazy: async () => ({ Component: (await import('#routes/sessions-page.tsx')).SessionsPage }),
                        },
                        {
                          path: 'api-keys',
                          lazy: async () => ({ Component: (await import('#routes/api-keys-page.tsx')).ApiKeysPage }),
                        },
                        {
                          path: 'privacy',
                          lazy: async () => ({
                            Component: (await import('#routes/privacy-settings-page.tsx')).PrivacySettingsPage,
                          }),
                        },
                        {
                          path: 'privacy/erasures/:id',
                          lazy: async () => ({ Component: (await import('#routes/erasure-page.tsx')).ErasurePage }),
                        },
                        {
                          path: 'activity',
                          lazy: async () => ({ Component: (await import('#routes/activity-page.tsx')).ActivityPage }),
                        },
                      ],
                    },
                  ],
                },
              ],
            },
            {
              path: '/payment/success',
              lazy: async () => ({ Component: (await import('#routes/payment-success-page.tsx')).PaymentSuccessPage }),
            },
            {
              path: '/payment/canceled',
              lazy: async () => ({
                Component: (await import('#routes/payment-canceled-page.tsx')).PaymentCanceledPage,
              }),
            },
            { path: '*', element: <Navigate to="/dashboard" replace /> },
          ],
        },
      ],
    },
  ]);
}
