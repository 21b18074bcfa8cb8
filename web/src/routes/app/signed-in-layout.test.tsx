import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, onTestFinished, vi } from 'vitest';
import { buildUser, nothingPaid, subscribed } from '#features/billing/billing.test-setup.ts';
import { refusal, renderApp } from '#lib/app.test-setup.tsx';
import { SignedInOnly } from '#routes/app/session-guards.tsx';
import { SignedInLayout } from '#routes/app/signed-in-layout.tsx';

const portal = '/api/payment/create-portal-session';
const billing = { ...nothingPaid, plan: 'pro', subscriptionStatus: 'active' };

it('asks with the first frame, so that nothing moves under a pointer later', async () => {
  const frames: boolean[] = [];
  const observer = new MutationObserver(() => {
    if (document.querySelector('main')) frames.push(screen.queryByText('Verify your email address') !== null);
  });
  observer.observe(document.body, { childList: true, subtree: true });
  onTestFinished(() => observer.disconnect());
  await setUp({ user: buildUser({ ...subscribed, isVerified: false }) });
  await screen.findByText('Verify your email address');
  expect(frames[0]).toBe(true);
});

it('opens the billing portal, which leads back to the dashboard', async () => {
  const { left, sent } = await setUp({ answers: { [portal]: { url: 'https://portal.example/1' } } });
  await choose('Manage Billing');
  await waitFor(() => expect(left).toEqual(['https://portal.example/1']));
  expect(sent(portal)).toEqual([{ userId: buildUser().id, returnUrl: 'http://localhost:3000/dashboard' }]);
});

it('says when the billing portal cannot be opened, and why where the service explains it', async () => {
  const { answer } = await setUp({ answers: { [portal]: refusal(503, 'payments_unavailable', 'Failed') } });
  await choose('Manage Billing');
  const alert = await screen.findByRole('alert');
  expect(alert).toHaveTextContent(/^Failed to open billing portal. Please try again.$/);
  answer(portal, refusal(409, 'no_customer', 'There is nothing to manage yet'));
  await choose('Manage Billing');
  expect(await screen.findByText('There is nothing to manage yet')).toBeVisible();
});

it('notes that there was no session when the portal is refused for it', async () => {
  const logged = vi.spyOn(console, 'error');
  const { answer, session } = await setUp({});
  answer(portal, refusal(401, 'unauthorized', 'Sign in to continue'));
  answer('/api/auth/refresh', refusal(401, 'session_ended', 'The session has ended. Please sign in again.'));
  await choose('Manage Billing');
  await waitFor(() => expect(session.getState().status).toBe('signed-out'));
  await waitFor(() => expect(logged.mock.calls).toEqual([['No valid session found']]));
  logged.mockClear();
});

it('says until when a payment that failed has to be made', async () => {
  await setUp({ answers: { '/api/v1/billing': { ...billing, paymentDueBy: '2026-11-25T12:00:00.000Z' } } });
  expect(await screen.findByText(/Access to your forms ends on Nov 25, 2026/)).toBeVisible();
  expect(screen.getByRole('button', { name: 'Manage Billing' })).toBeVisible();
});

it('lets people without a subscription sign out, and leads nowhere else', async () => {
  const { session, address } = await setUp({
    user: buildUser(),
    answers: { '/api/auth/sign-out': new Response(null, { status: 204 }) },
  });
  expect(await screen.findByRole('heading', { name: 'Choose Your Plan' })).toBeVisible();
  expect(screen.queryByRole('link', { name: 'Forms' })).not.toBeInTheDocument();
  await choose('Sign Out');
  await waitFor(() => expect(session.getState().status).toBe('signed-out'));
  expect(address()).toBe('/');
});

it('asks to verify the address, and mails another link', async () => {
  const path = '/api/auth/resend-verification';
  const { sent } = await setUp({
    user: buildUser({ ...subscribed, isVerified: false }),
    answers: { [path]: new Response(null, { status: 202 }) },
  });
  expect(await screen.findByText('Verify your email address')).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Send a new link' }));
  expect(await screen.findByText('A new link is on its way to ada@example.com.')).toBeVisible();
  expect(sent(path)).toHaveLength(1);
});

it('asks for nothing once the address is verified', async () => {
  await setUp({});
  expect(screen.queryByText('Verify your email address')).not.toBeInTheDocument();
});

async function choose(item: string) {
  await userEvent.click(screen.getByRole('button', { name: 'Profile' }));
  await userEvent.click(await screen.findByRole('menuitem', { name: item }));
  await waitFor(() => expect(screen.queryByRole('menu')).not.toBeInTheDocument());
}

function setUp({
  user = buildUser(subscribed),
  answers = {},
}: {
  user?: ReturnType<typeof buildUser>;
  answers?: object;
}) {
  // The page scrolls to its top, which the test's browser does not support.
  vi.spyOn(window, 'scrollTo').mockImplementation(() => undefined);
  return renderApp({
    path: '/dashboard',
    element: <SignedInOnly />,
    inside: <SignedInLayout />,
    user,
    answers: {
      '/api/v1/me': user,
      '/api/v1/billing': billing,
      '/api/products': { products: [] },
      '/api/payment/early-pro-count': { count: 0, available: 20 },
      ...answers,
    },
  });
}
