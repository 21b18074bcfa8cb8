import { screen, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { expect, it } from 'vitest';
import { buildUser } from '#features/billing/billing.test-setup.ts';
import { refusal, renderApp } from '#lib/app.test-setup.tsx';
import { SignedInOnly, SignedOutOnly } from '#routes/app/session-guards.tsx';

it('sends strangers to sign in', async () => {
  const { address } = await at('/forms/1?folder=spam', <SignedInOnly />);
  expect(screen.queryByText('Behind the guard')).not.toBeInTheDocument();
  expect(address()).toBe('/auth');
});

it('lets signed-in people through', async () => {
  const { address } = await at('/forms/1?folder=spam', <SignedInOnly />, buildUser());
  expect(screen.getByText('Behind the guard')).toBeVisible();
  expect(address()).toBe('/forms/1?folder=spam');
});

it('sends people with an ended session to the sign-in screen, not to the start', async () => {
  const { address, answer, session } = await at('/forms/1', <SignedInOnly />, buildUser());
  answer('/api/auth/refresh', refusal(401, 'session_ended', 'The session has ended. Please sign in again.'));
  await session.refresh().catch(() => undefined);
  await waitFor(() => expect(address()).toBe('/auth'));
  expect(screen.queryByText('Behind the guard')).not.toBeInTheDocument();
});

it('says goodbye to people who have deleted their account, even where signing out does not arrive', async () => {
  const { address, session } = await at('/settings', <SignedInOnly />, buildUser());
  await session.leaveDeleted();
  await waitFor(() => expect(address()).toBe('/goodbye'));
});

it.each(['/auth', '/auth?mode=sign-up', '/auth?mode=forgot'])('%s is no place for who is in already', async (path) => {
  const { address } = await at(path, <SignedOutOnly />, buildUser());
  expect(address()).toBe('/dashboard');
});

it.each(['/auth?early_pro=true', '/auth?mode=reset&token=t', '/auth?mode=confirm-email&token=t'])(
  '%s is for everybody',
  async (path) => {
    const { address } = await at(path, <SignedOutOnly />, buildUser());
    expect(screen.getByText('Behind the guard')).toBeVisible();
    expect(address()).toBe(path);
  },
);

function at(path: string, guard: ReactNode, user?: ReturnType<typeof buildUser>) {
  return renderApp({ path, element: guard, inside: 'Behind the guard', ...(user && { user }) });
}
