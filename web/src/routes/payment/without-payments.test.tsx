import type { Usage } from '@inlet/contracts/usage';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { buildUser } from '#features/billing/billing.test-setup.ts';
import { renderApp } from '#lib/app.test-setup.tsx';
import { DashboardPage } from '#routes/app/dashboard-page.tsx';
import { NewFormPage } from '#routes/app/new-form-page.tsx';
import { SignedInLayout } from '#routes/app/signed-in-layout.tsx';
import { PaymentCanceledPage } from '#routes/payment/payment-canceled-page.tsx';

/** Words that must not appear in an installation without payments. */
const selling = /upgrade|billing|subscription|pricing|waitlist|choose/i;

it('opens for an account without a subscription, and sells it nothing at its limits', async () => {
  await setUp('/dashboard', <DashboardPage />);
  expect(await screen.findByText('Team Plan')).toBeVisible();
  expect(await screen.findByText("You've reached your form limit (3).")).toBeVisible();
  expect(screen.getByText('Monthly submission limit reached (10). Wait until next month.')).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Profile' }));
  expect(await screen.findByRole('menuitem', { name: 'Sign Out' })).toBeVisible();
  expect(screen.getByRole('menuitem', { name: 'Documentation' })).toHaveAttribute('href', '/docs');
  const support = await screen.findByRole('menuitem', { name: 'Contact support' });
  expect(support).toHaveAttribute('href', 'mailto:help@example.com');
  expect(document.body.textContent).not.toMatch(selling);
});

it('says beside a new form that there is no room for it', async () => {
  await setUp('/forms/new', <NewFormPage />);
  expect(await screen.findByText("You've reached your form limit (3).")).toBeVisible();
  expect(await screen.findByRole('button', { name: 'Create Form' })).toBeDisabled();
  expect(document.body.textContent).not.toMatch(selling);
});

it('has no pages of payments', async () => {
  const { address } = await setUp('/payment/canceled?canceled=true', <PaymentCanceledPage />);
  expect(address()).toBe('/dashboard');
});

function setUp(path: string, page: React.ReactNode) {
  const user = buildUser({ needsSubscription: false, plan: 'team', subscriptionStatus: 'active' });
  const usage: Usage = {
    plan: 'team',
    currentForms: 3,
    formLimit: 3,
    currentSubmissions: 10,
    submissionLimit: 10,
    isFormLimitReached: true,
    isSubmissionLimitReached: true,
    formUsagePercentage: 100,
    submissionUsagePercentage: 100,
    currentBytes: 1_000,
    byteLimit: 1_000_000,
    isByteLimitReached: false,
    byteUsagePercentage: 0.1,
    currentStorage: 0,
    storageLimit: 1_000_000_000,
    isStorageLimitReached: false,
    storageUsagePercentage: 0,
    currentImported: 0,
    importedLimit: 50_000,
    isImportedLimitReached: false,
    importedUsagePercentage: 0,
    refusedByLimit: null,
    periodStart: '2026-11-01T00:00:00.000Z',
    periodEnd: '2026-12-01T00:00:00.000Z',
  };
  const config = { waitlistEndpointId: null, billing: 'off', supportEmail: 'help@example.com', signUp: 'invite' };
  const answers = {
    '/api/config': config,
    '/api/v1/me': user,
    '/api/v1/usage': usage,
    '/api/v1/forms': { forms: [], nextCursor: null },
  };
  return renderApp({ path, element: <SignedInLayout />, inside: page, user, answers });
}
