import { createBrowserRouter, Navigate } from 'react-router-dom';
import { FullPageSpinner } from '#components/ui/full-page-spinner.tsx';
import { RootBoundary } from '#routes/root-boundary.tsx';
import { SignedInOnly, SignedOutOnly } from '#routes/session-guards.tsx';

export function createAppRouter() {
  return createBrowserRouter([
    {
      HydrateFallback: FullPageSpinner,
      ErrorBoundary: RootBoundary,
      children: [
        {
          element: <SignedOutOnly />,
          children: [
            { path: '/auth', lazy: async () => ({ Component: (await import('#routes/auth-page.tsx')).AuthPage }) },
          ],
        },
        {
          element: <SignedInOnly />,
          children: [
            {
              lazy: async () => ({ Component: (await import('#routes/signed-in-layout.tsx')).SignedInLayout }),
              children: [
                {
                  path: '/dashboard',
                  lazy: async () => ({ Component: (await import('#routes/dashboard-page.tsx')).DashboardPage }),
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
                  lazy: async () => ({ Component: (await import('#routes/form-page.tsx')).FormPage }),
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
