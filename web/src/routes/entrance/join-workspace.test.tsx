import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { buildUser } from '#features/billing/billing.test-setup.ts';
import { refusal, renderApp, sessionOf } from '#lib/app.test-setup.tsx';
import { AuthPage } from '#routes/entrance/auth-page.tsx';

const accept = '/api/v1/invitations/accept';
const use = '/api/v1/workspaces/w-1/use';
const signUp = '/api/auth/sign-up';
const config = { waitlistEndpointId: null, billing: 'off', signUp: 'invite', signInWith: [], passwords: true };

function setUp(answers: object = {}, user?: ReturnType<typeof buildUser>) {
  return renderApp({
    path: '/auth?join=t-1',
    element: <AuthPage />,
    ...(user && { user }),
    answers: { '/api/config': config, [accept]: { id: 'w-1' }, [use]: { id: 'w-1' }, ...answers },
  });
}

async function fill(button: string) {
  await userEvent.type(await screen.findByLabelText('Email'), 'ada@example.com');
  await userEvent.type(screen.getByLabelText('Password'), 'correct horse');
  await userEvent.click(screen.getByRole('button', { name: button }));
}

it('a new person joins by creating an account, also where the sign-up is closed', async () => {
  const { address, sent } = await setUp({ [signUp]: sessionOf(buildUser()) });
  await fill('Create account');
  await waitFor(() => expect(address()).toBe('/dashboard'));
  expect(sent(signUp)).toEqual([{ email: 'ada@example.com', password: 'correct horse', join: 't-1' }]);
  expect(sent(accept)).toEqual([]);
});

it('a person with an account signs in first, and is asked before joining', async () => {
  const { left, sent } = await setUp({
    [signUp]: refusal(409, 'email_taken', 'This address has an account.'),
    '/api/auth/sign-in': sessionOf(buildUser()),
  });
  await fill('Create account');
  expect(await screen.findByRole('alert')).toHaveTextContent('This address has an account.');
  await userEvent.click(screen.getByRole('button', { name: 'Sign in to your account instead' }));
  await fill('Sign in');
  await userEvent.click(await screen.findByRole('button', { name: 'Join the workspace' }));
  await waitFor(() => expect(left).toEqual(['/dashboard']));
  expect(sent(accept)).toEqual([{ token: 't-1' }]);
  expect(sent(use)).toHaveLength(1);
});

it('somebody else who is signed in can sign out and go on', async () => {
  const { left } = await setUp(
    {
      [accept]: refusal(403, 'other_invitation', 'For another address'),
      '/api/auth/sign-out': new Response(null, { status: 204 }),
    },
    buildUser({ email: 'grace@example.com' }),
  );
  await userEvent.click(await screen.findByRole('button', { name: 'Join the workspace' }));
  expect(await screen.findByText(/You are signed in as grace@example.com/)).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Sign out and continue' }));
  expect(await screen.findByRole('button', { name: 'Create account' })).toBeVisible();
  expect(left).toEqual([]);
});

it('an invitation that ended says so, and leads on', async () => {
  await setUp({ [accept]: refusal(400, 'invalid_token', 'Not valid') }, buildUser());
  await userEvent.click(await screen.findByRole('button', { name: 'Join the workspace' }));
  expect(await screen.findByText(/This invitation cannot be used any more/)).toBeVisible();
  expect(screen.getByRole('link', { name: 'Go to Dashboard' })).toHaveAttribute('href', '/dashboard');
});

it('a provider takes the invitation along', async () => {
  const signInWith = [{ id: 'google', name: 'Google' }];
  await setUp({ '/api/config': { ...config, signInWith } });
  const link = () => screen.findByRole('link', { name: 'Continue with Google' });
  expect(await link()).toHaveAttribute('href', '/api/auth/oidc/google?join=t-1');
  await userEvent.click(screen.getByRole('button', { name: 'Sign in to your account instead' }));
  expect(await link()).toHaveAttribute('href', '/api/auth/oidc/google?join=t-1');
});
