import { createBrowserRouter, Navigate } from 'react-router-dom';
import { FullPageSpinner } from '#components/ui/full-page-spinner.tsx';
import { loadInbox } from '#features/submissions/load-inbox.ts';
import { PageBoundary, RootBoundary } from '#routes/app/root-boundary.tsx';
import { SignedInOnly, SignedOutOnly } from '#routes/app/session-guards.tsx';
import { wideHandle } from '#routes/app/wide-handle.ts';
import type { EarlyHandle } from '#routes/form/early-handle.ts';
import { LeaveForPublicPage } from '#routes/public/leave-for-public-page.tsx';
import { publicPaths } from '#routes/public/public-paths.ts';

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
            {
              path: '/auth',
              lazy: async () => ({ Component: (await import('#routes/entrance/auth-page.tsx')).AuthPage }),
            },
          ],
        },
        {
          path: '/unsubscribe',
          lazy: async () => ({ Component: (await import('#routes/entrance/unsubscribe-page.tsx')).UnsubscribePage }),
        },
        {
          path: '/confirm-recipient',
          lazy: async () => ({
            Component: (await import('#routes/entrance/confirm-recipient-page.tsx')).ConfirmRecipientPage,
          }),
        },
        {
          path: '/goodbye',
          lazy: async () => ({ Component: (await import('#routes/entrance/goodbye-page.tsx')).GoodbyePage }),
        },
        {
          element: <SignedInOnly />,
          children: [
            {
              lazy: async () => ({ Component: (await import('#routes/app/signed-in-layout.tsx')).SignedInLayout }),
              children: [
                {
                  ErrorBoundary: PageBoundary,
                  children: [
                    {
                      path: '/dashboard',
                      lazy: async () => ({ Component: (await import('#routes/app/dashboard-page.tsx')).DashboardPage }),
                    },
                    {
                      path: '/analytics',
                      lazy: async () => ({ Component: (await import('#routes/app/analytics-page.tsx')).AnalyticsPage }),
                    },
                    {
                      path: '/forms',
                      lazy: async () => ({ Component: (await import('#routes/app/forms-page.tsx')).FormsPage }),
                    },
                    {
                      path: '/forms/new',
                      lazy: async () => ({ Component: (await import('#routes/app/new-form-page.tsx')).NewFormPage }),
                    },
                    {
                      path: '/forms/:id',
                      handle: wideHandle,
                      lazy: async () => ({ Component: (await import('#routes/form/form-frame.tsx')).FormFrame }),
                      children: [
                        ...folderPaths.map((path) => ({
                          path,
                          lazy: async () => {
                            // Loads beside the page; if it fails, the page tries again and reports the error.
                            void loadInbox().catch(() => undefined);
                            const { InboxPage, FirstPage } = await import('#routes/form/inbox-page.tsx');
                            return { Component: InboxPage, handle: { Early: FirstPage } satisfies EarlyHandle };
                          },
                        })),
                        {
                          path: 'refused',
                          lazy: async () => ({
                            Component: (await import('#routes/form/refused-page.tsx')).RefusedPage,
                          }),
                        },
                        {
                          path: 'analytics',
                          lazy: async () => ({
                            Component: (await import('#routes/app/analytics-page.tsx')).AnalyticsPage,
                          }),
                        },
                        {
                          path: 'rules',
                          lazy: async () => ({ Component: (await import('#routes/form/rules-page.tsx')).RulesPage }),
                        },
                        {
                          path: 'import',
                          lazy: async () => ({ Component: (await import('#routes/form/import-page.tsx')).ImportPage }),
                        },
                        {
                          path: 'integrations',
                          lazy: async () => ({
                            Component: (await import('#routes/integrations/integrations-page.tsx')).IntegrationsPage,
                          }),
                        },
                        {
                          path: 'page',
                          lazy: async () => ({
                            Component: (await import('#routes/form/hosted-page-page.tsx')).HostedPagePage,
                          }),
                        },
                        {
                          path: 'setup',
                          lazy: async () => ({ Component: (await import('#routes/form/setup-page.tsx')).SetupPage }),
                        },
                      ],
                    },
                    {
                      path: '/forms/:id/settings',
                      lazy: async () => ({
                        Component: (await import('#routes/form-settings/form-settings-page.tsx')).FormSettingsPage,
                      }),
                    },
                    {
                      path: '/forms/:id/settings/after-sending',
                      lazy: async () => ({
                        Component: (await import('#routes/form-settings/after-sending-page.tsx')).AfterSendingPage,
                      }),
                    },
                    {
                      path: '/forms/:id/settings/closing',
                      lazy: async () => ({
                        Component: (await import('#routes/form-settings/closing-page.tsx')).ClosingPage,
                      }),
                    },
                    {
                      path: '/forms/:id/settings/notifications',
                      lazy: async () => ({
                        Component: (await import('#routes/form-settings/notifications-page.tsx')).NotificationsPage,
                      }),
                    },
                    {
                      path: '/forms/:id/settings/spam',
                      lazy: async () => ({
                        Component: (await import('#routes/form-settings/spam-settings-page.tsx')).SpamSettingsPage,
                      }),
                    },
                    {
                      path: '/forms/:id/settings/retention',
                      lazy: async () => ({
                        Component: (await import('#routes/form-settings/retention-page.tsx')).RetentionPage,
                      }),
                    },
                    {
                      path: '/forms/:id/integrations/new/:kind?',
                      lazy: async () => ({
                        Component: (await import('#routes/integrations/new-integration-page.tsx')).NewIntegrationPage,
                      }),
                    },
                    {
                      path: '/forms/:id/integrations/:targetId',
                      lazy: async () => ({
                        Component: (await import('#routes/integrations/integration-page.tsx')).IntegrationPage,
                      }),
                    },
                    {
                      path: '/forms/:id/integrations/:targetId/settings',
                      lazy: async () => ({
                        Component: (await import('#routes/integrations/integration-settings-page.tsx'))
                          .IntegrationSettingsPage,
                      }),
                    },
                    {
                      path: '/new-workspace',
                      lazy: async () => ({
                        Component: (await import('#routes/workspace/new-workspace-page.tsx')).NewWorkspacePage,
                      }),
                    },
                    {
                      path: '/device',
                      lazy: async () => ({ Component: (await import('#routes/app/device-page.tsx')).DevicePage }),
                    },
                    {
                      path: '/settings',
                      lazy: async () => ({
                        Component: (await import('#routes/settings/settings-layout.tsx')).SettingsLayout,
                      }),
                      children: [
                        {
                          index: true,
                          lazy: async () => ({
                            Component: (await import('#routes/settings/account-page.tsx')).AccountPage,
                          }),
                        },
                        {
                          path: 'billing',
                          lazy: async () => ({
                            Component: (await import('#routes/settings/billing-page.tsx')).BillingPage,
                          }),
                        },
                        {
                          path: 'sessions',
                          lazy: async () => ({
                            Component: (await import('#routes/settings/sessions-page.tsx')).SessionsPage,
                          }),
                        },
                        {
                          path: 'security',
                          lazy: async () => ({
                            Component: (await import('#routes/settings/security-page.tsx')).SecurityPage,
                          }),
                        },
                        {
                          path: 'workspace',
                          lazy: async () => ({
                            Component: (await import('#routes/settings/workspace-page.tsx')).WorkspacePage,
                          }),
                        },
                        {
                          path: 'members',
                          lazy: async () => ({
                            Component: (await import('#routes/settings/members-page.tsx')).MembersPage,
                          }),
                        },
                        {
                          path: 'api-keys',
                          lazy: async () => ({
                            Component: (await import('#routes/settings/api-keys-page.tsx')).ApiKeysPage,
                          }),
                        },
                        {
                          path: 'privacy',
                          lazy: async () => ({
                            Component: (await import('#routes/settings/privacy-settings-page.tsx')).PrivacySettingsPage,
                          }),
                        },
                        {
                          path: 'privacy/erasures/:id',
                          lazy: async () => ({
                            Component: (await import('#routes/settings/erasure-page.tsx')).ErasurePage,
                          }),
                        },
                        {
                          path: 'mail',
                          lazy: async () => ({
                            Component: (await import('#routes/settings/mail-page.tsx')).MailPage,
                          }),
                        },
                        {
                          path: 'activity',
                          lazy: async () => ({
                            Component: (await import('#routes/settings/activity-page.tsx')).ActivityPage,
                          }),
                        },
                      ],
                    },
                  ],
                },
              ],
            },
            {
              path: '/payment/success',
              lazy: async () => ({
                Component: (await import('#routes/payment/payment-success-page.tsx')).PaymentSuccessPage,
              }),
            },
            {
              path: '/payment/canceled',
              lazy: async () => ({
                Component: (await import('#routes/payment/payment-canceled-page.tsx')).PaymentCanceledPage,
              }),
            },
            { path: '*', element: <Navigate to="/dashboard" replace /> },
          ],
        },
      ],
    },
  ]);
}
