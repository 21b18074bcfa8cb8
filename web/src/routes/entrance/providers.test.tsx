import { signInProblems } from '@inlet/contracts/sign-in-problems';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { buildUser } from '#features/billing/billing.test-setup.ts';
import { renderApp } from '#lib/app.test-setup.tsx';
import { AuthPage } from '#routes/entrance/auth-page.tsx';

const config = {
  waitlistEndpointId: null,
  billing: 'off',
  supportEmail: null,
  signUp: 'open',
  signInWith: [
    { id: 'oidc', name: 'Example' },
    { id: 'google', name: 'Google' },
  ],
  passwords: true,
};

const setUp = (path: string, changes: object = {}, more: object = {}) =>
  renderApp({ path, element: <AuthPage />, answers: { '/api/config': { ...config, ...changes } }, ...more });

it.each(['/auth', '/auth?mode=sign-up'])('%s offers the providers beside the password', async (path) => {
  await setUp(path);
  expect(await screen.findByRole('link', { name: 'Continue with Example' })).toHaveAttribute(
    'href',
    '/api/auth/oidc/oidc',
  );
  expect(screen.getByRole('link', { name: 'Continue with Google' })).toHaveAttribute('href', '/api/auth/oidc/google');
  expect(screen.getByLabelText('Password')).toBeVisible();
});

it('offers nothing where no provider is set up', async () => {
  await setUp('/auth', { signInWith: [] });
  expect(await screen.findByRole('link', { name: 'Create an account' })).toBeVisible();
  expect(screen.queryByRole('link', { name: /^Continue with/ })).not.toBeInTheDocument();
});

it.each(['/auth', '/auth?mode=sign-up'])(
  '%s asks for no password where only providers sign people in',
  async (path) => {
    await setUp(path, { passwords: false });
    expect(await screen.findByRole('link', { name: 'Continue with Google' })).toBeVisible();
    expect(screen.queryByLabelText('Password')).not.toBeInTheDocument();
    expect(screen.queryByRole('link', { name: 'Forgot your password?' })).not.toBeInTheDocument();
  },
);

it('takes an invitation along', async () => {
  await setUp('/auth?invite=inv-1', {}, {});
  expect(await screen.findByRole('link', { name: 'Continue with Google' })).toHaveAttribute(
    'href',
    '/api/auth/oidc/google?invite=inv-1',
  );
});

it.each(Object.entries(signInProblems))('says what %s is', async (problem, sentence) => {
  await setUp(`/auth?problem=${problem}`);
  expect(await screen.findByRole('alert')).toHaveTextContent(sentence);
  expect(screen.getByLabelText('Email')).toBeVisible();
});

it('has a sentence for a problem that nobody knows', async () => {
  await setUp('/auth?problem=toString');
  expect(await screen.findByRole('alert')).toHaveTextContent(signInProblems.failed);
});

it('says to somebody who is signed in why a provider was not linked, and leads back', async () => {
  await setUp('/auth?problem=identity_taken', {}, { user: buildUser() });
  expect(await screen.findByRole('alert')).toHaveTextContent(signInProblems.identity_taken);
  await userEvent.click(screen.getByRole('link', { name: 'Back to Dashboard' }));
});
