import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it, vi } from 'vitest';
import { buildUser } from '#features/billing/billing.test-setup.ts';
import { refusal, renderApp, sessionOf } from '#lib/app.test-setup.tsx';
import { giveAuthenticator, passkeyRequest } from '#lib/person/passkeys.test-setup.ts';
import { AuthPage } from '#routes/entrance/auth-page.tsx';

const config = { waitlistEndpointId: null, billing: 'off', signUp: 'open', signInWith: [], passwords: true };
const finish = '/api/auth/second-factor';
const options = '/api/auth/passkey/options';
const needed = { secondFactor: { token: 'step-1', methods: ['totp', 'passkey', 'recoveryCode'] } };

afterEach(() => vi.unstubAllGlobals());

async function setUp(answers: object = {}, methods = needed.secondFactor.methods) {
  const app = await renderApp({
    path: '/auth',
    element: <AuthPage />,
    answers: {
      '/api/config': config,
      '/api/auth/sign-in': { secondFactor: { ...needed.secondFactor, methods } },
      ...answers,
    },
  });
  await userEvent.type(await screen.findByLabelText('Email'), 'ada@example.com');
  await userEvent.type(screen.getByLabelText('Password'), 'correct horse{Enter}');
  await screen.findByRole('heading', { name: 'Second step' });
  return app;
}

it('asks for a code after the password, and signs in with it', async () => {
  const { session, sent, answer } = await setUp({ [finish]: refusal(401, 'invalid_second_factor', 'Not accepted.') });
  expect(session.getState().status).toBe('signed-out');
  await userEvent.type(screen.getByLabelText('Code'), '000000{Enter}');
  expect(await screen.findByRole('alert')).toHaveTextContent('Not accepted.');
  answer(finish, sessionOf(buildUser()));
  await userEvent.clear(screen.getByLabelText('Code'));
  await userEvent.type(screen.getByLabelText('Code'), '123 456{Enter}');
  await waitFor(() => expect(session.getState().status).toBe('signed-in'));
  expect(sent(finish).at(-1)).toEqual({ token: 'step-1', code: '123 456' });
});

it('takes a recovery code instead', async () => {
  const { session, sent } = await setUp({ [finish]: sessionOf(buildUser()) });
  await userEvent.click(screen.getByRole('button', { name: 'Use a recovery code' }));
  await userEvent.type(screen.getByLabelText('Recovery code'), 'abcd-efgh{Enter}');
  await waitFor(() => expect(session.getState().status).toBe('signed-in'));
  expect(sent(finish)).toEqual([{ token: 'step-1', recoveryCode: 'abcd-efgh' }]);
});

it('takes a passkey as the second step', async () => {
  const asked = giveAuthenticator();
  const { session, sent } = await setUp({ [options]: passkeyRequest, [finish]: sessionOf(buildUser()) });
  await userEvent.click(screen.getByRole('button', { name: 'Use a passkey' }));
  await userEvent.click(screen.getByRole('button', { name: 'Continue with your passkey' }));
  await waitFor(() => expect(session.getState().status).toBe('signed-in'));
  expect(sent(options)).toEqual([{ token: 'step-1' }]);
  expect(sent(finish)).toMatchObject([{ token: 'step-1', passkey: { id: 'AQID', type: 'public-key' } }]);
  expect(asked.get).toBe(1);
});

it('offers no passkey in a browser without them', async () => {
  await setUp();
  expect(screen.queryByRole('button', { name: 'Use a passkey' })).not.toBeInTheDocument();
  expect(screen.getByRole('button', { name: 'Use a recovery code' })).toBeVisible();
});

it('says so where the passkey is the only way, and the browser has none', async () => {
  await setUp({}, ['passkey']);
  expect(screen.getByText(/This browser cannot use your passkey/)).toBeVisible();
});

it('leads back to the password where the step took too long', async () => {
  await setUp({ [finish]: refusal(401, 'sign_in_expired', 'This sign-in took too long.') });
  await userEvent.type(screen.getByLabelText('Code'), '123456{Enter}');
  expect(await screen.findByRole('alert')).toHaveTextContent('This sign-in took too long.');
  expect(screen.queryByLabelText('Code')).not.toBeInTheDocument();
  await userEvent.click(screen.getByRole('button', { name: 'Back to the password' }));
  expect(screen.getByLabelText('Password')).toBeVisible();
});

it('follows a provider, whose token leaves the address at once', async () => {
  const { session, sent, address } = await renderApp({
    path: '/auth?second-step=google#token=step-2&methods=totp+recoveryCode',
    element: <AuthPage />,
    answers: { '/api/config': config, [finish]: sessionOf(buildUser()) },
  });
  expect(await screen.findByText(/The provider has signed you in/)).toBeVisible();
  expect(address()).toBe('/auth?second-step=google');
  expect(screen.getByRole('button', { name: 'Use a recovery code' })).toBeVisible();
  await userEvent.type(screen.getByLabelText('Code'), '123456{Enter}');
  await waitFor(() => expect(session.getState().status).toBe('signed-in'));
  expect(sent(finish)).toEqual([{ token: 'step-2', code: '123456' }]);
});

it('leads from the step after a provider back to every way to sign in', async () => {
  await renderApp({
    path: '/auth?second-step=google#token=step-2&methods=totp',
    element: <AuthPage />,
    answers: { '/api/config': config },
  });
  await userEvent.click(await screen.findByRole('button', { name: 'Back to the sign-in' }));
  expect(screen.getByLabelText('Password')).toBeVisible();
});

it('signs in by a passkey alone', async () => {
  giveAuthenticator();
  const { session, sent } = await renderApp({
    path: '/auth',
    element: <AuthPage />,
    answers: { '/api/config': config, [options]: passkeyRequest, '/api/auth/passkey': sessionOf(buildUser()) },
  });
  await userEvent.click(await screen.findByRole('button', { name: 'Continue with a passkey' }));
  await waitFor(() => expect(session.getState().status).toBe('signed-in'));
  expect(sent(options)).toEqual([{}]);
  expect(sent('/api/auth/passkey')).toMatchObject([{ passkey: { id: 'AQID' } }]);
});

it('says that the browser returned no passkey', async () => {
  giveAuthenticator('refuses');
  const { session } = await renderApp({
    path: '/auth',
    element: <AuthPage />,
    answers: { '/api/config': config, [options]: passkeyRequest },
  });
  await userEvent.click(await screen.findByRole('button', { name: 'Continue with a passkey' }));
  expect(await screen.findByRole('alert')).toHaveTextContent('Your browser returned no passkey.');
  expect(session.getState().status).toBe('signed-out');
});
